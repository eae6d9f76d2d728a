import { pauseSkill } from "./directed-skill.ts";
import { createHash } from "node:crypto";
import { createSystemChance } from "../../src/cli/system.ts";
import type { DeliveryOutlook } from "../../src/domain/ports/delivery-outlook.ts";
import type { Clock } from "../../src/domain/ports/clock.ts";
import type { BookingsApi, FreePageApi } from "../../src/domain/views/bookings.ts";
import type { FriendsApi } from "../../src/domain/views/friends.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { LinkCodes } from "../../src/domain/ports/link-codes.ts";
import type { MediaStore } from "../../src/domain/ports/media.ts";
import type { Model } from "../../src/domain/ports/model.ts";
import { asAccount } from "../../src/domain/principal.ts";
import type { RemindersApi } from "../../src/domain/views/reminders.ts";
import { productProjector } from "../../src/main/projections.ts";
import { createScriptedModel } from "../../src/model/scripted.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { createRemindersApi } from "../../src/skills/reminders/api/reminders-api.ts";
import { createBookingsApi } from "../../src/skills/friends/bookings/bookings-api.ts";
import { bookingEndTimer, bookingNewsTimer } from "../../src/skills/friends/bookings/news.ts";
import { createFreePage } from "../../src/skills/friends/bookings/public-page.ts";
import { createBookingsSkill } from "../../src/skills/friends/bookings/skill.ts";
import { createFriendsApi } from "../../src/skills/friends/api/friends-api.ts";
import { notificationTimerKind } from "../../src/skills/friends/notices/notify.ts";
import { createRemindersSkill } from "../../src/skills/reminders/skill.ts";
import type { Database } from "../../src/store/database/database.ts";
import { record } from "../../src/store/log/record.ts";
import { openDecisions } from "../../src/turn/decisions.ts";
import { type Lab, openLab } from "./lab.ts";
import { timersOn } from "./reminder-lab.ts";
import { directReader } from "./direct-reader.ts";

/** People who talk to the real skill, with a clock that stands still and friends' news sent by the real timers. */
export interface FriendsLab {
  readonly lab: Lab;
  readonly friends: FriendsApi;
  readonly reminders: RemindersApi;
  readonly bookings: BookingsApi;
  readonly freePage: FreePageApi;
  /** The whole reply. */
  say(
    from: string,
    text: string,
    how?: { readonly payload?: JsonObject; readonly scope?: string },
  ): Promise<string>;
  account(from: string): Promise<string>;
  /** The name that others see. */
  rename(from: string, displayName: string): Promise<void>;
  /** They know each other from now on. */
  befriend(one: string, other: string): Promise<void>;
  /** What a person was sent in addition to replies, once there are so many of them. */
  told(from: string, count: number): Promise<string[]>;
  /** Waits until a person was sent these words. */
  hears(from: string, words: string): Promise<void>;
  close(): Promise<void>;
}

/** Ten in the morning of a Monday, in UTC. */
export const monday = Date.UTC(2026, 5, 8, 10);

export const codes: LinkCodes = {
  make: (purpose) => {
    const code = createHash("sha256").update(purpose).digest("base64url").slice(0, 22);
    return { code, hash: codes.hash(code), keyId: "k1" };
  },
  hash: (code) => createHash("sha256").update(code).digest("hex"),
};

export async function openFriendsLab(
  db: Database,
  given: {
    model?: Model;
    between?: () => Promise<void>;
    media?: MediaStore;
    outlook?: DeliveryOutlook;
    /** Whether a mail server is set. Default: yes. */
    canMail?: () => boolean;
    /** The time, where it does not stand still. */
    now?: () => number;
  } = {},
): Promise<FriendsLab> {
  const clock: Clock = {
    now: given.now ?? (() => monday),
    wait: (_, signal) =>
      new Promise((resolve) => signal?.addEventListener("abort", () => resolve())),
  };
  const settings = {
    overlap: "warn",
    clarificationMinutes: 10,
    nightlyHour: 20,
    latePolicy: "fire",
  } as const;
  const metrics = { count: () => undefined, observe: () => undefined };
  const skill = createRemindersSkill({
    settings,
    metrics,
    codes,
    outlook: given.outlook,
  });
  const bookingSkill = createBookingsSkill({
    codes,
    latePolicy: "fire",
    linkHosts: [],
    linkOf: (code) => `https://meanwhile.example/free/${code}`,
    canMail: () => given.canMail?.() ?? true,
  });
  const lab = await openLab({
    db,
    clock,
    ...(given.media === undefined ? {} : { media: given.media }),
    model: given.model ?? createScriptedModel([], () => ({ kind: "text", text: "(talk)" })),
    skills: [
      bookingSkill,
      pauseSkill(skill, async () => given.between?.()),
      chatSkill({ historyMessages: 5 }),
    ],
    timers: timersOn(clock, {
      first: [notificationTimerKind(), bookingNewsTimer(), bookingEndTimer()],
    }),
  });
  const decisions = openDecisions({
    db,
    projector: productProjector(),
    clock,
    chance: createSystemChance(() => Date.now()),
  });
  const friends = createFriendsApi({
    decisions,
    codes,
    anyone: db,
    now: () => monday,
    latePolicy: "fire",
    outlook: given.outlook,
  });
  const reminders = createRemindersApi({
    ...settings,
    decisions,
    codes,
    anyone: db,
    fileReader: directReader,
  });
  const account = async (from: string): Promise<string> => {
    const [row] = await db.rows<{ id: string }>(
      "select account_id as id from channel_identity where provider_subject = $1",
      [from],
    );
    if (row === undefined) throw new Error(`nobody is called ${from}`);
    return row.id;
  };
  return {
    lab,
    friends,
    reminders,
    bookings: createBookingsApi({ decisions, codes, latePolicy: "fire" }),
    freePage: createFreePage({ decisions, codes, anyone: db, now: () => clock.now() }),
    account,
    async say(from, text, how = {}) {
      const { messageId } = await lab.say(text, { from, ...how });
      await lab.idle();
      if (lab.complaints.length > 0) throw new Error(lab.complaints.join("\n"));
      const replies = await db.rows<{ text: string }>(
        `select o.text from message o join turn t on t.id = o.turn_id join message i on i.conversation_id = t.conversation_id
           and i.seq between t.input_from_seq and t.input_to_seq and i.direction = 'inbound'
         where i.id = $1 and o.direction = 'outbound' order by o.segment_index`,
        [messageId],
      );
      return replies.map((reply) => reply.text).join("\n");
    },
    async rename(from, displayName) {
      const id = await account(from);
      const at = new Date(monday).toISOString();
      const payload = { id, display_name: displayName };
      await db.transaction(asAccount(id), (sql) =>
        record(sql, productProjector(), [
          { stream: `account:${id}`, kind: "account_updated", at, accountId: id, payload },
        ]),
      );
    },
    async befriend(one, other) {
      const [owner, joiner] = [await account(one), await account(other)];
      await friends.join(joiner, (await friends.link(owner, "show")).link_code ?? "");
    },
    async told(from, count) {
      const own = (): string[] =>
        lab.post.ledger
          .filter(({ peer, source }) => peer === from && source !== "reply")
          .map(({ text }) => text);
      await lab.until(() => own().length >= count);
      return own();
    },
    hears: (from, words) =>
      lab.until(() =>
        lab.post.ledger.some(({ peer, text }) => peer === from && text.includes(words)),
      ),
    close: () => lab.close(),
  };
}
