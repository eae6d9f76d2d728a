import { lastingRules } from "./lasting-rule.ts";

/** A person or an animal of the speaker's life, with a name or without. */
export const kin =
  "wife|husband|partner|girlfriend|boyfriend|fiancée?|mother|mom|mum|father|dad|parents|daughter|son|kid|kids|child|children|twins|baby|brother|sister|cousin|nephew|niece|uncle|aunt|grandma|grandpa|grandmother|grandfather|gran|stepson|stepdaughter|(?:mother|father|brother|sister)-in-law|youngest|eldest|oldest|middle one|best friend|flatmate|roommate|neighbou?r|boss|ex(?:-(?:wife|husband|partner|girlfriend|boyfriend))?|in-laws|stepmother|stepfather|stepbrother|stepsister|half-brother|half-sister|godson|goddaughter|godmother|godfather|dog|puppy|cat|kitten|rabbit|parrot|hamster|horse|pony";
export const word = String.raw`[\p{L}'-]+`;
export const myKin = `(?:my|our) (?:(?:middle|older|younger|little|big|elder|eldest|youngest|oldest|new|late|ex-?|twin|other) ?)?(?:${kin})(?:,? (?-i:\\p{Lu})${word},?)?`;
export const self = "(?:i am|i'm|im|we are|we're)";
export const number = String.raw`(?:\d{1,3}|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)`;
/** Nouns for what a person is by work or by way of life. Most of them end alike. */
export const callings = String.raw`(?:(?!number|member|father|mother|brother|sister|daughter|matter|loser|winner|bother|monster|disaster|traitor|stranger|burden|liar|idiot|fighter|killer|dinner|letter|teenager|bigger|better|hater|sucker)\p{L}+(?:er|or|ist|ian|eur|ee)|nurse|chef|cook|student|judge|lawyer|vet|pilot|priest|monk|nun|clerk|accountant|assistant|consultant|civil servant|electrician|physician|technician|surgeon|architect|scientist|musician|analyst|chemist|agent|guide|coach|model|smith|widow|widower|twin|vegan|vegetarian|pescatarian|muslim|christian|buddhist|hindu|jew|jehovah's witness|catholic|freelance|night owl|early bird|only child|single (?:mother|mum|mom|father|dad|parent)|father of \p{L}+|mother of \p{L}+)`;
export const tongues =
  "arabic|bengali|cantonese|catalan|chinese|czech|danish|dutch|english|esperanto|finnish|french|german|greek|hebrew|hindi|hungarian|icelandic|indonesian|irish|italian|japanese|korean|latin|mandarin|norwegian|persian|polish|portuguese|romanian|russian|spanish|swahili|swedish|tamil|thai|turkish|ukrainian|urdu|vietnamese|welsh|sign language";

/** Not what is so at the moment. */
export const lastingEnglish = lastingRules(
  "\\b(?:today|tonight|tomorrow|right now|at the moment|this (?:morning|evening|afternoon)|in a (?:minute|moment)|yet|later|waiting)\\b",
);
