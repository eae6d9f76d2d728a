import { feelingWords } from "../beat/relationship-words.ts";
import { timeWords } from "../time/say-time.ts";

/** Words of the prompt format itself, which no event explains. */
export const formWords = `name persona pronouns looks traits backstory to place time weather is present affinity trust known of stage
  direction in a whisper thought and holding attention on who they are where from nobody tells them what to do the scene goes on self voice lore
  before after activities relationship memories history now transcript just happened pair prose outside until answer goes out comes
  author's note instructions ${feelingWords} ${timeWords}`;
