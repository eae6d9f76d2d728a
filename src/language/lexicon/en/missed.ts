const when =
  "(?: (?:today|yesterday|lately|recently|last night|this morning|overnight|while i was (?:away|gone|out|asleep|offline)))?";
const things = "(?:reminders?|alarms?|notifications?)";

export const lists: readonly RegExp[] = [
  new RegExp(`^(?:so |hey |hi |and )?(?:what|which ${things}) (?:did|have) i miss(?:ed)?${when}$`),
  new RegExp(`^(?:did|have) i miss(?:ed)? (?:anything|something|any ${things}|any)${when}$`),
  new RegExp(
    `^(?:is there |are there |was there |were there )?(?:anything|any ${things})(?: that)? i(?:'ve| have)? missed${when}$`,
  ),
  new RegExp(
    `^(?:(?:please )?(?:show|list|tell|give) (?:me )?)?(?:all )?(?:the |my |any )?(?:missed|undelivered|unseen) (?:${things}|ones)(?: please)?$`,
  ),
  new RegExp(
    `^(?:which|what) ${things} (?:did not|didn't|could not|couldn't|never) (?:arrive|reach me|get through|come through|get to me)$`,
  ),
];

export const dismissals: readonly RegExp[] = [
  new RegExp(
    `^(?:please |ok |okay )?(?:forget|dismiss|clear|drop|delete|ignore|discard|never ?mind)(?: about)?(?: all(?: of)?)?(?: the| my| those)? (?:missed|undelivered|unseen|late) (?:ones|${things}|stuff)(?: please)?$`,
  ),
  /^i (?:don't|do not) need the (?:missed|late) (?:ones|reminders)(?: any ?more)?$/,
];

export const bareDismissals: readonly RegExp[] = [
  /^(?:(?:ok|okay|oh|well|just),? )*(?:forget(?: about)?|dismiss|drop|clear|ignore) (?:them|those|these|all of them|them all|it all|all)$/,
  /^(?:(?:ok|okay|oh|well|just),? )*(?:never ?mind(?: (?:them|those|all of them))?|i don't need (?:them|those|any of them)(?: any ?more)?|none of them)$/,
];
