export const asks = /^\s*(?:what|how|why|when|where|who|which|is|are|does|did)\b/;

export const peopleInGeneral =
  /^(?:people|anyone|anybody|everyone|everybody|someone|somebody|nobody|kids|children|students|parents|them|him|her|your|folks|others|guys|users|customers|employees|staff)/;

export const asksOfPeople = /^(?:remind|tell|ask|ping|nudge|invite|notify|wake|alert)/;

export const nextName = /^\s*(?:,|and|&|,\s*and)\s+(?!I\b)([A-Z][a-z]+)/;

export const tieBefore = /(?:\b(?:with|and|me and|both)\s*|,\s*)+$/;

export const tieBehind = /^(?:\s+and\s+(?:me|i)\b)?/;
