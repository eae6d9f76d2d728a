import { createInterface } from "node:readline";
import { chatHelp, chatWords as words } from "./chat/chat-words.ts";
import { connectTo } from "./chat/server.ts";
import { createScreen, type Screen } from "./chat/screen.ts";
import { createSpeaker } from "./chat/speaker.ts";
import { openTalk, type Talk } from "./chat/talk.ts";
import { type Call, type Command, printLine, text, printError, UsageError } from "./command.ts";
import { type OwnPlace, withOwnToken } from "./own-token.ts";
import { createSystemChance, systemClock } from "./system.ts";

export const chat: Command = {
  options: { url: { type: "string" }, token: { type: "string" }, conversation: { type: "string" } },
  help: chatHelp,
  async run(call) {
    const url = text(call, "url");
    const token = text(call, "token");
    if ((url === undefined) !== (token === undefined))
      throw new UsageError(words.both[call.language]);
    if (url === undefined || token === undefined) return chatHere(call);
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
      throw new UsageError(words.url[call.language]);
    return converse(call, { url, token, language: call.language });
  },
};

/** With the instance of this data directory, as the operator. */
const chatHere = (call: Call): Promise<number> =>
  withOwnToken(call, { command: "meanwhile chat" }, (place) => converse(call, place));

async function converse(call: Call, place: OwnPlace): Promise<number> {
  const { terminal } = call;
  const { language } = place;
  const server = connectTo(place);
  const chance = createSystemChance(() => systemClock.now());
  const conversationId = text(call, "conversation") ?? (await server.open());
  const screen = terminal.stdin.isTTY === true ? createScreen(terminal) : undefined;
  const talk = await openTalk({
    server,
    conversationId,
    speaker: createSpeaker(terminal.stdout, screen),
    newId: () => chance.id(),
    clock: systemClock,
    stoppedRemark: words.stopped[language],
    onTrouble: (sentence) => printError(call, `${sentence} ${words.trying[language]}`),
  });
  try {
    if (screen === undefined) return await byPipe(call, talk);
    printLine(call, words.welcome[language]);
    return await byHand(screen, talk);
  } finally {
    screen?.close();
    await talk.close();
    if (screen !== undefined) printLine(call, words.goOn(conversationId)[language]);
  }
}

/** Each line is a message, and the next waits for its answer. */
async function byPipe({ terminal }: Call, talk: Talk): Promise<number> {
  // Created here and not before: it reads at once, and lines read before there is a listener are
  // lost.
  const lines = createInterface({ input: terminal.stdin });
  const left = Promise.withResolvers<void>();
  let interrupted = false;
  const unhear = terminal.onSignal(() => {
    if (interrupted) terminal.exit(130);
    interrupted = true;
    lines.close();
    // Whether it could be stopped or not, we leave.
    talk.stop().then(left.resolve, () => left.resolve());
  });
  try {
    for await (const line of lines) {
      if (line.trim() !== "") await Promise.race([talk.say(line), left.promise]);
      if (interrupted) break;
    }
    return interrupted ? 130 : 0;
  } finally {
    unhear();
  }
}

/** Lines go out as they are typed, so that `stop` never waits behind what it is meant to stop. */
function byHand(screen: Screen, talk: Talk): Promise<number> {
  let stopping = false;
  return new Promise((resolve, reject) => {
    talk.followed.catch(reject);
    screen.start({
      onLine: (line) => {
        if (line.trim() === "") return screen.idle();
        screen.busy();
        const onAnswer = (): void => {
          stopping = false;
          if (!talk.busy) screen.idle();
        };
        talk.say(line).then(onAnswer, reject);
      },
      onInterrupt: () => {
        if (!talk.busy) return resolve(0);
        if (stopping) return resolve(130);
        stopping = true;
        talk.stop().catch(reject);
      },
      onEnd: () => resolve(0),
    });
  });
}
