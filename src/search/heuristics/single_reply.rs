//! Single reply extension: the only legal reply to a check costs no depth.

heuristic! {
    single_reply, group "extensions",
    fields {
        single_reply_extension: bool = true, neutral false, Approximate,
            "The only legal reply to a check costs no depth.", "XiangQi Wizard; common practice";
        single_reply_pv_only: bool = false, neutral false, Parameter,
            "Extends single replies only at nodes of the principal variation.", "Toga";
    }
    events {
        SingleReplyExtension = "single_reply_extensions", "A single reply was extended.";
    }
}
