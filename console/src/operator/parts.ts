/** The parts of the operator's page, in the order of its tabs. */
export const operatorParts = [
  "accounts",
  "usage",
  "tokens",
  "audit",
  "feedback",
  "metrics",
  "backups",
  "doctor",
  "smoke",
] as const;
export type OperatorPart = (typeof operatorParts)[number];
