import { createHash } from "node:crypto";
import type { ApiAnswer } from "../kit/json-api.ts";
import { type Change, type LiveVendor, restAfter } from "../kit/live-answer.ts";
import { targetOf } from "../kit/places.ts";
import type { DingtalkApi } from "./api.ts";
import { type DingtalkApp, dingtalkChannel } from "./settings.ts";
import { judgeDingtalk } from "./verdict.ts";

/** A card that shows an unfinished answer. Its id is ours, so it is known before it is sent. */
export interface LiveCard {
  readonly app: string;
  readonly track: string;
}

export interface LiveDeps {
  readonly api: DingtalkApi;
  readonly cardTemplate: string | undefined;
  findApp(id: string): DingtalkApp | undefined;
}

const contentKey = "content";

export const createLiveCards = (on: LiveDeps): LiveVendor<LiveCard> => ({
  channel: dingtalkChannel,
  changeEveryMs: 800,
  // DingTalk takes twenty calls a second of one kind from an app; some are for what is sent.
  perSecond: 15,
  longest: 4_000,
  async create({ to, text, keep }) {
    const app = on.findApp(to.channelAccount);
    if (app === undefined) return {};
    const card: LiveCard = { app: app.id, track: trackOf(to.turnId) };
    await keep(card);
    const said = await deliverCard(on, app, { card, scope: to.scope, text });
    return { message: card, ...pauseAfter(said) };
  },
  async change(card, text) {
    const app = on.findApp(card.app);
    if (app === undefined) return {};
    const said = await writeCard(on.api, app, { card, text, isLast: false });
    return { message: card, ...pauseAfter(said) };
  },
  // A card can't be deleted.
  async remove(card) {
    const app = on.findApp(card.app);
    if (app !== undefined) await writeCard(on.api, app, { card, text: "—", isLast: true });
  },
});

const trackOf = (turnId: string): string =>
  `mw-${createHash("sha256").update(turnId).digest("hex").slice(0, 40)}`;

const pauseAfter = (said: ApiAnswer): Pick<Change<LiveCard>, "waitMs" | "restMs"> => ({
  waitMs: said.kind === "error" ? 2_000 : undefined,
  restMs: restAfter(judgeDingtalk(said)),
});

function deliverCard(
  { api, cardTemplate }: LiveDeps,
  app: DingtalkApp,
  { card, scope, text }: { readonly card: LiveCard; readonly scope: string; readonly text: string },
): Promise<ApiAnswer> {
  const target = targetOf(scope);
  if (target === undefined)
    return Promise.resolve({ kind: "error", status: 404, code: "resource.not.found" });
  const { robotCode } = app;
  const place =
    "chatId" in target
      ? {
          openSpaceId: `dtv1.card//IM_GROUP.${target.chatId}`,
          imGroupOpenSpaceModel: { supportForward: true },
          imGroupOpenDeliverModel: { robotCode },
        }
      : {
          openSpaceId: `dtv1.card//IM_ROBOT.${target.userId}`,
          imRobotOpenSpaceModel: { supportForward: true },
          imRobotOpenDeliverModel: { spaceType: "IM_ROBOT", robotCode },
        };
  return api.call(app, {
    method: "POST",
    path: "/v1.0/card/instances/createAndDeliver",
    json: {
      cardTemplateId: cardTemplate,
      outTrackId: card.track,
      callbackType: "STREAM",
      userIdType: 1,
      cardData: { cardParamMap: { [contentKey]: text } },
      ...place,
    },
  });
}

/** The whole text each time. The same change twice is one change. */
export const writeCard = (
  api: DingtalkApi,
  app: DingtalkApp,
  {
    card,
    text,
    isLast,
    signal,
  }: {
    readonly card: LiveCard;
    readonly text: string;
    readonly isLast: boolean;
    readonly signal?: AbortSignal;
  },
): Promise<ApiAnswer> =>
  api.call(app, {
    method: "PUT",
    path: "/v1.0/card/streaming",
    json: {
      outTrackId: card.track,
      guid: createHash("sha256")
        .update(`${card.track}:${isLast}:${text}`)
        .digest("hex")
        .slice(0, 32),
      key: contentKey,
      content: text,
      isFull: true,
      isFinalize: isLast,
      isError: false,
    },
    signal,
  });
