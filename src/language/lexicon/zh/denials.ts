/** Between a negation and its verb: whom, how and when, and never what. */
const between = String.raw`(?:再|去|给我?|帮我?|替我|[把将][^,，。;；!！?？]{0,24}?|乱|随便|随意|误|都|全|轻易|擅自|自己|自动|偷偷|不小心|急着|马上|现在|又|真|让你?|叫你?|说要?|要|想|你|您|我|它|掉|\s)*`;

/** 能不能 asks for it. */
const negation = String.raw`(?:(?<![分特个区级告道送离])别|(?<!要)不要|(?<!用)不用|(?<!能)不能|(?<!可)不可以?|(?<!想)不想|(?<!会)不会|(?<!需要)不需要|不必|不许|不准|不该|不应该?|不打算|没有?|勿|莫|甭|禁止|(?<![能要可用想会得删消是])不)`;

/** Before a verb: its opposite is meant. */
export const denied = new RegExp(`${negation}${between}$`);
