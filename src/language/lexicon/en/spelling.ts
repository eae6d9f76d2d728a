import { edit, type Edited } from "../../text/edits.ts";

/** Words of time and of asking, each with the ways in which it is often misspelled. */
const misspelled: Readonly<Record<string, string>> = {
  tomorrow: "tommorow tommorrow tomorow tomorrw tommoro tomoro tommarow tomorrrow",
  today: "todat 2day",
  tonight: "tonigth tonigh",
  monday: "monaday moday",
  tuesday: "tusday tuseday tuesaday teusday thuesday",
  wednesday: "wensday wendsday wednsday wedensday wenesday wednseday wednesaday",
  thursday: "thusday thrusday thurday tursday thersday thurstday",
  friday: "firday fryday fridai",
  saturday: "saterday satuday saturaday satarday satruday",
  sunday: "sundey sanday",
  january: "januari janury januray",
  february: "febuary feburary februari febrary",
  august: "agust augest",
  september: "septembre setember septmber",
  october: "octobre octomber",
  november: "novembre novemeber",
  december: "decembre desember",
  morning: "mornig morining",
  evening: "evning evenning eavning",
  afternoon: "afternon afternnon aftrenoon",
  minutes: "minuts minuets mintues minutos",
  "o'clock": "oclok oclock o'clok o'cloc",
  please: "plese pleas pleae pelase plaese",
  remind: "remaind remid remnd rimind remimd remeind",
  reminder: "remaindrer remider riminder",
  calendar: "calender calander calandar",
  appointment: "appoinment apointment appointement appontment",
  meeting: "meting meeteing meetting",
  alarm: "alram allarm alarme alaram",
  schedule: "schedual shedule scedule schedul",
  cancel: "cancell",
};
const rightSpelling = new Map(
  Object.entries(misspelled).flatMap(([right, wrongs]) =>
    wrongs.split(" ").map((wrong): [string, string] => [wrong, right]),
  ),
);
const anyMisspelled = new RegExp(String.raw`\b(?:${[...rightSpelling.keys()].join("|")})\b`, "gi");

/** The words of time and asking, spelled as they should be. */
export const correctSpelling = (text: Edited): Edited =>
  edit(text, anyMisspelled, ([word]) => rightSpelling.get(word.toLowerCase()) ?? word);
