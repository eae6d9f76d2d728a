import type { Output } from "../command.ts";
import { printable } from "../table.ts";
import type { Message } from "./server.ts";

/** Prints incoming messages, each once. */
export interface Speaker {
  /** The text of a running turn so far. Shown as it grows on a terminal. */
  live(turnId: string, text: string): void;
  /** A complete message. Text that was shown already is not repeated. */
  message(message: Message): void;
  /** Messages up to this event were said before. */
  passOver(eventId: number): void;
  /** The turn ended without a message of its own. */
  cut(remark: string): void;
}

/** As the server stores it: what was shown while it came is then the beginning of what is stored. */
const toStoredText = (text: string): string => printable(text, "\ufffd");

/** A prompt that has to be redrawn below printed text. */
export interface Stage {
  before(): void;
  after(): void;
}

export function createSpeaker(out: Output, stage: Stage | undefined): Speaker {
  let live: { readonly turnId: string; shown: string } | undefined;
  let through = 0;

  const finish = (rest: string): void => {
    out.write(`${rest}\n`);
    stage?.after();
  };
  return {
    live(turnId, text) {
      if (out.isTTY !== true) return;
      if (live?.turnId !== turnId) {
        if (live !== undefined) out.write("\n");
        else stage?.before();
        live = { turnId, shown: "" };
      }
      // The end of a line that is still on its way would be taken for a code.
      const whole = toStoredText(text.replace(/\r$/, ""));
      // The model started over: the new text gets a line of its own.
      out.write(whole.startsWith(live.shown) ? whole.slice(live.shown.length) : `\n${whole}`);
      live.shown = whole;
    },
    message({ event_id: id, turn_id: turnId, text }) {
      if (id <= through) return;
      through = id;
      const whole = toStoredText(text);
      if (live === undefined || live.turnId !== turnId) {
        if (live === undefined) stage?.before();
        return finish(whole);
      }
      const { shown } = live;
      live = undefined;
      finish(
        whole.startsWith(shown)
          ? whole.slice(shown.length)
          : shown.startsWith(whole)
            ? ""
            : `\n${whole}`,
      );
    },
    passOver(eventId) {
      through = Math.max(through, eventId);
    },
    cut(remark) {
      if (live === undefined) stage?.before();
      finish(live === undefined ? remark : ` ${remark}`);
      live = undefined;
    },
  };
}
