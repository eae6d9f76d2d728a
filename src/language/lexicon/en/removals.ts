import { enPoliteHead } from "./calendar.ts";

/** A verb that takes something away, and what may stand before it. */
export const removing = new RegExp(
  String.raw`^\s*(?:${enPoliteHead}\s+)*(?:cancel|call off|delete|remove|erase|wipe|clear|disable|deactivate|dismiss|stop|end|silence|mute|turn off|switch off|shut off|turn|switch|get rid of|take|take out|drop|scrap|kill|unset|discard|eliminate|forget|skip|undo)\b`,
);

export const forMe = /\b(?:me|us)\b/;
