/** A wish that depends on something other than time. */
export const condition =
  /^[^提叫喊催]{0,12}(?:我|他|她|你)?(?:要是|如果|假如|万一)(?!.{0,20}(?:会|能).{0,6}吗)|^(?:如果|假如|要是|万一|倘若|等到?(?!\d|[一二两三四五六七八九十半]).{2,}(?:的时候|之后|以后|后|就)|(?:他|她|你|下雨|快递|老师).{0,8}(?:的时候|了)(?:就|再))/;

/** "如果方便的话": nothing depends on it. */
export const politeCondition =
  /^\s*(?:如果|要是|假如)?(?:你|您)?(?:方便|可以|不麻烦|有空|没事|得空|不忙|行|能行)(?:的话)?\s*$/;

/** "不管下不下": it depends on nothing after all. */
export const anyway = /^\s*(?:不管|无论|甭管|反正)/;
