import type { OutboundMail } from "../../src/domain/ports/mail.ts";

/** For tests in which no mail may leave. */
export const noMail: OutboundMail = {
  check: () => Promise.reject(new Error("no mail server was meant to be asked")),
  send: () => Promise.reject(new Error("no mail was meant to be sent")),
};
