/** Words that ask for a reminder; the first that claims a place has it. */
export const triggerPatterns: readonly RegExp[] = [
  /\b(?:can|could|would|will)?\s*(?:you\s+)?(?:please\s+)?(?:just\s+)?(?:remind|remnd|remid|rmind|remimd|ping|nudge|alert|notify|buzz|poke|prod|text|message|bug|nag|pester|prompt|beep|hassle)\s+(me|us|both of us)\b/g,
  /\b(?:wake|get)\s+(me|us)(?:\s+up)\b|\bwake\s+(?:me|us)\b/g,
  /(?<!\b(?:to|and|or|can|could|will|would|please|just) )\b(?:please\s+)?(?:tell|ask)\s+(me)(?:\s+to\b|(?=\s+(?:at|in|on|tomorrow|tonight|every)\b[^,.!?]*\sto\s))/g,
  /\b(?:please\s+)?make\s+sure\s+(?:that\s+)?(?:i|we)\b(?:\s+(?:remember|don'?t forget)(?:\s+to)?)?/g,
  /\b(?:mind\s+|help\s+by\s+)(?:reminding|waking|pinging|nudging)\s+(me|us)(?:\s+up)?\b|\bremind\s+(myself)\b/g,
  /\bi\s+(?:want|need)\s+(?:a\s+)?(?:reminding|waking(?:\s+up)?)\b|\bi\s+(?:must|should|have\s+to|need\s+to|ought\s+to)\s+be\s+(?:reminded|told|notified|alerted|woken(?:\s+up)?)\b/g,
  /\bi(?:'d| would)?\s+(?:want|need|like|love|wish)\s+to\s+be\s+(?:reminded|told|notified|alerted|woken(?:\s+up)?|pinged|nudged)\b/g,
  /(?<=^|[,.!?;:]|\b(?:so|and|please|pls|just|then))\s*\b(?:hmu|hit\s+(me)\s+up)\b(?=\s+(?:in|at|on|around|tomorrow|tmrw|tonight|when|every|by)\b)/g,
  /\b(?:give\s+(me|us)|gimme|gi'?\s*us)\s+an?\s+(?:(?:\d{1,2}|two|three|four|five|ten|fifteen|twenty|thirty|half|one)[ -](?:an\s+)?(?:minutes?|mins?|hours?)[' -]*\s*)?(?:reminder|nudge|shout|yell|holler|bell|ping|heads[- ]?up|wake[- ]?up call|buzz|poke)\b/g,
  /\bget\s+(me|us)\s+out\s+of\s+bed\b/g,
  /\bput\s+(me)\s+down\s+for\s+a\s+(?:reminder|nudge|wake[- ]?up call)\b:?/g,
  /\ball\s+i\s+(?:need|want|ask)(?:\s+from\s+you|\s+for)?\s+is\s+a\s+(?:reminder|nudge|ping|shout|heads[- ]?up)\b/g,
  /\bdon'?t\s+let\s+(me|us)\s+(?:forget|miss)\b|\bhelp\s+(me|us)\s+(?:to\s+)?(?:remember|not\s+(?:to\s+)?forget)(?:\s+to)?\b/g,
  /(?<=^|[,.!?;:]|\b(?:please|pls|then|and|just))\s*\b(?:shout|yell|holler)(?:\s+at)?\s+(me)\b|(?<!\b(?:they|he|she|it|you|to|will|would|people|who|that|always|not|never|\w+n't|\w+s) )\b(?:shout|yell|holler)(?:\s+at)?\s+(me)\b(?=\s*$|\s+(?:at|in)\s+\d)/g,
  /\b(?:let\s+(me|us)\s+know|tell\s+(me|us)|give\s+(me|us)\s+a\s+shout)(?=\s+when\s+it(?:'?s|\s+is|\s+hits|\s+turns|\s+gets\s+to)\s+(?:\d|half|a?\s*quarter|noon|midnight|time\s+(?:to|for)\b))|\blet\s+(me|us)\s+know(?=\s+(?:at\s+\d|in\s+(?:\d|an?\b|half)|tomorrow\s+at|at\s+noon|at\s+(?:half|quarter)))/g,
  /(?<!don'?t |longer )\b(?:set|create|make|add|start|schedule|put(?: in)?|need|want|wish|give|(?<!\b(?:i|we|to|you|they) )get(?=\s+(?:me|us|an?|another)\b)|sound|program|arrange|(?:turn|switch)\s+on(?=\s+(?:an?|another|my)\b)|(?:activate|enable|(?<!\b(?:i|we|to|you|they) )have)(?=\s+(?:an?|another)\b))\s+(?!off\b)(?:up\s+)?(?:me\s+|us\s+)?(?:an?|another|one more|one|two|three|the|my|some)?\s*(?!(?:[\w-]+\s+){0,2}(?:oven|microwave|tv|television|radio|stove|washer|washing machine|dryer|dishwasher|sprinkler|heating|heater|thermostat|light|lights|lamp|fan|ac|kettle|coffee|cooker|sleep|shower|pool)\s+(?:timer|alarm))(?:[\w\s:'-]{0,20}?\s)?(?:reminder|alarm|timer|wake[- ]?up call|countdown)s?\b(?:\s+(?:on|go(?:ing)?\s+off|ring(?:ing)?)(?=\s+(?:for|at|in|on|every|tomorrow|to)\b))?/g,
  /\b(?:new|another|one more)\s+(?:reminder|alarm)\b|\b(?:can|could|may)\s+(?:i|we)\s+(?:please\s+)?(?:have|get)(?:\s+(?:an?|another|one))?\s+(?:reminder|alarm|nudge|ping|wake[- ]?up call)\b|\b(?:i'?d|would)\s+like\s+(?:an?|another)\s+(?:reminder|alarm)\b/g,
  /\breminders?(?:,?\s+(?:please|pls))?\s*(?=:|\bto\b|\bfor\b|\bat\b|\bin\b)/g,
  /(?<!\b(?:fire|smoke|burglar|car|false|the|that|this|his|her|their)\s)\b(?:alarm|timer)\s+(?=(?:for|at|in)\b|\d)/g,
  /(?<=^|[,.!?;:]|\b(?:please|pls|plz))\s*\balarms?\s+(?![^,.!;]*\?)(?=(?:on\s+)?(?:every|each|daily|weekdays|weekends|tomorrow|tmrw|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/g,
  /(?<=^|[,.!?;]|please|can you|could you|just|and)\s*\b(?:(?:call|phone|ring)\s+(me)\b|give\s+(me)\s+a\s+(?:call|ring)\b)(?=\s+(?:at|in|tomorrow|tonight|on|when|back))/g,
  /\bwake\s+up\s+(me|us)\b/g,
  /(?<=\b(?:am|pm|\d|day|weekdays?|morning|tomorrow|tonight)\s*,?\s+)(?:an?\s+)?(?:alarm|reminder|wake[- ]?up call)\b(?=\s*(?:$|[,.!?]|pls\b|plz\b|please\b|for me\b))/g,
  /(?<=(?:^|[,.!;]|\b(?:please|pls|me|need))\s*)(?:please\s+)?(?:a|one|another)\s+reminder\b(?=\s+(?:tomorrow|today|tonight|on|every|early|at|in)\b)/g,
  /\b(?:remember|remind)\s+to\b(?!\s+remind)/g,
  /\bremind(?=\s+[a-z])(?!\s+you\b)/g,
];

/** What people say instead of "remind me"; it asks for a reminder only beside a time. */
export const askedBesideTime =
  /(?<!\b(?:to|they|he|she|it|will|would|that|who|which|not|n't|never) )\b(?:warn|inform|urge|recall|remember|rember|remeber|remaind|remined|signal|memo|tell)\s+(me|us)\b(?!\s+(?:please\s+)?(?:about the|more|what|why|how|who|where|when|if|whether|a|the|your|from|as|of\s+(?:the|my)\s+(?:time|days?))\b)/g;
