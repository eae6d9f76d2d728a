/** Between a negation and its verb: whom, how and when, and never what. */
const between = String.raw`(?:\s+(?:you|ever|please|even|just|try|trying|to|want|wish|need|have|dare|go|going|gonna|about|and|let|anyone|anybody|them|actually|really|accidentally|mean|ask|asked|tell|told|allowed|supposed|again|me|us))*\s+`;

/** "why don't you" asks for it. */
const negation = String.raw`\b(?:(?<!why )(?:(?:do|does|did|must|should|would|need)n['’]?t|(?:ca|could|wo)n['’]?t(?! you\b)|do not|not|never|cannot)|rather than|no need to)`;

/** Before a verb: its opposite is meant. */
export const denied = new RegExp(`${negation}${between}$`);
