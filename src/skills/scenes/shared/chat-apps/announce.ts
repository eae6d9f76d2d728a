import type { TimerOutcome } from "../../../../domain/timers.ts";
import { sceneWords } from "../../channel/scene-words.ts";
import { listPlaces } from "./places.ts";
import type { RequestContext } from "./requests.ts";

/** Tells those who are there, in their chat apps, that someone came in or went out. */
export async function announce(
  { firing, request }: RequestContext,
  of: {
    readonly chatId: string;
    readonly change: "enter" | "leave";
    readonly name: string;
    /** Who perceives it. */
    readonly present: readonly string[];
  },
): Promise<TimerOutcome[]> {
  const places = (await listPlaces(firing.read, of.chatId)).filter(
    ({ conversation_id, entity_id }) =>
      conversation_id !== request.conversationId && of.present.includes(entity_id),
  );
  const told = new Map(places.map((place) => [place.conversation_id, place]));
  return [...told.values()].map(({ conversation_id, account_id, language }) => {
    const { cameIn, wentOut } = sceneWords[language ?? request.language];
    return {
      accountId: account_id,
      events: [],
      words: {
        messageId: firing.newId(),
        conversationId: conversation_id,
        text: of.change === "enter" ? cameIn(of.name) : wentOut(of.name),
        expiresAt: null,
        carries: ["card"],
      },
    };
  });
}
