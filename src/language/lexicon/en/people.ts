export const slot =
  /\b(?:with|remind|tell|ping|nudge|invite|ask|is|are|does|and|meet|notify|for|&|,)\s+$/;

export const owned =
  /^\s+(?!(?:\w+ing|free|busy|available|in|up|also|not|here|there|back|and|or|at|on|to|for|by|with|about|that|today|tomorrow|tonight|this|next|every|\w+day)\b)[a-z]/;

export const endsPossessive = /['’]s?$/;

export const opensPossessive = /^['’]s?\s/;

export const possessive = /^['’]s?/;

export const possessiveEnd = /'s?$/;

export const betweenNames = /^\s*(?:and|,\s*and|us and|both)?\s*$/;
