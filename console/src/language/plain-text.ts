/** Without the marks that make words strong or slanted, for places that show a text in one line. */
export const plainText = (text: string): string =>
  text.replace(/(?<![\w*])(\*{1,3})(?=\S)([^*\n]*[^*\s])\1(?![\w*])/g, "$2");
