/**
 * The acts that this product can do, as English verbs. A regular verb is its base; an irregular one
 * is `base/past` or `base/past/participle`.
 */
/** Said of people and of dates, never of a text: "I've booked a table", "I've invited them". */
const worldly = [
  "schedule reschedule postpone snooze unschedule pencil/pencill?ed book reserve",
  "remind notify inform invite message text email ping/pinged nudge alert brief",
].join(" ");
const surely = [
  worldly,
  // Moving and ending a reminder: these verbs are said of little else.
  "cancel/cancell?ed delete",
  // Settings and friends.
  "block unblock unfriend mute unmute silence undo/undid/undone restore rename reinstate",
].join(" ");
const perhaps = [
  "set create make/made add put save note jot/jotted record log/logged enter arrange organise organize register store",
  "pop/popped slot/slotted tuck lock line/lined stick/stuck park plan/planned scribble queue confirm keep/kept sort",
  "move push bump shift delay update change adjust switch swap/swapped slide/slid flip/flipped extend bring/brought",
  "remove clear wipe drop/dropped kill erase stop/stopped pause skip/skipped strike/struck take/took/taken turn get/got",
  "mark complete finish close handle fix",
  "tell/told let send/sent shoot/shot forward pass share give/gave/given hand write/wrote/written relay drop/dropped ask",
  "wake/woke/woken call buzz ring/rang/rung merge poke enable disable activate start begin/began/begun bring/brought allow",
].join(" ");

interface Forms {
  readonly base: string;
  readonly past: string;
  readonly participle: string;
}

const toPast = (base: string): string =>
  base.endsWith("e") ? `${base}d` : base.replace(/([^aeiou])y$/, "$1i").concat("ed");

function listForms(verbs: string): Forms {
  const all = verbs.split(" ").map((verb) => {
    const [base = "", past = toPast(base), participle = past] = verb.split("/");
    return base === "set" || base === "put" || base === "let"
      ? { base, past: base, participle: base }
      : { base, past, participle };
  });
  const join = (form: keyof Forms): string => [...new Set(all.map((verb) => verb[form]))].join("|");
  return { base: join("base"), past: join("past"), participle: join("participle") };
}

export const sure = listForms(surely);
export const world = listForms(worldly);
export const maybe = listForms(perhaps);
/** Past and present look alike: at the beginning of a sentence they ask for something. */
export const alike = "set|put|let|got|made|took";

/** Every act's base, without a final e, for the form in -ing. */
export const stems = [...surely.split(" "), ...perhaps.split(" ")]
  .map((verb) => (verb.split("/")[0] ?? "").replace(/e$/, ""))
  .join("|");

/**
 * Acts of talking alone: reading, thinking, answering, working on a text. A reply that only
 * talks and reports having done anything else claims an act.
 */
const talk = [
  "be/was have/had do/did go/went/gone see/saw/seen hear/heard read/read know/knew/known feel/felt think/thought",
  "understand/understood misunderstand/misunderstood mean/meant say/said find/found forget/forgot/forgotten",
  "learn learned learnt/learnt try/tried look check search notice miss misread/misread assume guess mention expect",
  "explain describe answer list include use choose/chose/chosen pick base focus focuss gather group collect compile",
  "write/wrote/written rewrite/rewrote/rewritten translate summarise summarize outline draft sketch compare",
  "calculate count work help enjoy love like want need hope wish wonder suggest recommend propose offer realise realize",
  "imagine agree believe discuss cover highlight polish reword rephrase edit tighten simplify number format",
  "analyse analyze consider review apologise apologize promise keep/kept turn come/came/come run/ran walk show/showed/shown",
  "sum/summed wait listen speak/spoke/spoken talk get/got ask watch play visit meet/met grow/grew live meant cross travel",
  "watch laugh cry/cried sit/sat stand/stood leave/left build/built follow lead/led spend/spent buy/bought eat/ate decide refer",
].join(" ");
const talking = listForms(talk);
/** A verb in the past that is not one of talking. */
export const actPast = String.raw`(?!(?:${talking.past}|${talking.participle})\b)(?:\p{L}+ed|reset|split|hid|hidden|cut|withdrew|undid|overrode)`;
export const actBase = String.raw`(?!(?:${talking.base}|tell|give|let|send|share|start|begin|take|note|bring|stop|put|make|add)\b(?! in\b| up\b))\p{L}+`;
