/** A mark, or a word that opens another clause. */
export const breaks =
  /[,，;；。.!！?？\n…~～、]+(?!\d)|[:：](?!\d)|(?<=\p{Script=Han})\s+(?=\p{Script=Han})|(?=因为|所以|但是|不过)/u;

export const timeCharacters =
  /^(?:[今明后昨天日早晚上下午中夜点半分钟刻号月年周期每小时零一二两三四五六七八九十百\d:.-]|am|pm|[a-z]*day|tomorrow|tonight)$/u;
