export const excuse =
  /^\s*(?:i'?m|i am)\b|\b(?:busy|tired|sleepy|in (?:a|the|my) \w+|driving|not (?:done|ready|finished|now|yet)|can'?t|hands full|tied up|still|on (?:a|the) (?:call|phone|bus|train)|ugh|hang on|hold on|one sec)\b/;

export const snoozes = /snooze/;

export const snooze = /\bsnooze\b/;

export const besideName =
  /snooze|\b(?:ask|check|tell|try|come back|now)\b|until|till|more|another|later|minutes?|give|gimme|wait|hold on|let|ugh/g;

export const remindsAgain = /\bagain\b/;
