/** Words that many patterns are made of. Each list stands here and nowhere else. */

/** A day of the week, written out. */
export const weekday = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
/** The names of the months, with "|" between them. */
export const monthNames =
  "january|february|march|april|may|june|july|august|september|october|november|december";

/** To remind, as a request to this assistant says it. */
export const remindVerbs = "remind|wake|ping|nudge|alert|notify";

/** Reminding of oneself in any form of the verb: "reminded me", "woke us". */
export const remindsMe = String.raw`(?:${remindVerbs}|reminded|woken|woke)\s+(?:me|us)\b`;

/** What calendars hold, by its common nouns. */
export const enEvents = [
  "appointments?|meetings?|meet-?ups?|events?|calls?|conference|briefing|debrief|huddle|all-?hands|town hall|one-on-ones?|1:1|offsite|kick-?off|retro(?:spective)?|stand-?up|sync|check-?in|catch-?up|review|demo|presentation|interview|hearing|consultation|consult|follow-?up|inspection|viewing|fitting|audit",
  "lunch|dinner|breakfast|brunch|supper|tea|coffee|drinks|happy hour|potluck|banquet|picnic|barbecue|bbq|cook-?out",
  "class(?:es)?|lessons?|courses?|lectures?|seminar|webinar|workshop|training|tutorial|tutoring|session|study group|exam|test|quiz|midterms?|finals|deadline|graduation|assembly|open house|parent[- ]teacher conference",
  "party|parties|birthday|wedding|anniversary|funeral|baptism|christening|ceremony|celebration|reception|shower|sleepover|reunion|get-?together|playdate|prom|gala|fundraiser|festival|parade|concert|recital|audition|opera|ballet|matinee|exhibition|movie night|game night|date(?: night)?|date|visit|tour|tournament|(?:swim|track) meet|tryouts|hackathon|book club|church|mass|bible study|choir|rehearsal",
  "practice|match|game|gym|workout|yoga|pilates|run|jog|hike|swim|walk|tennis|soccer|football|basketball|baseball|hockey|golf|karate|bowling",
  "haircut|dentist|doctor|vet|therapy|therapist|physio|massage|check-?up|surgery|x-?ray|vaccination|vaccine|flu shot|cleaning|oil change",
  "trip|vacation|holiday|leave|day off|rest day|sick day|flight|retreat|errands?|nap|break|shift|chores?|pick-?up|drop-?off",
  "reminders?|alarms?|alerts?|notifications?|timers?|wake-?up call",
].join("|");
