/**
 * The server's answers, as every page reads them. Declared by the server; this file only gives them
 * the page's names.
 */
import type { AccountRow } from "../../../src/api/views/account-view.ts";
import type {
  ConversationQuery,
  ConversationRow,
  MessagePage as Page,
} from "../../../src/api/views/conversation-view.ts";
import type { SearchHits as Hits } from "../../../src/api/views/message-search.ts";
import type { AccountChange as Change } from "../../../src/api/routes/account-routes.ts";
import type { PairingView } from "../../../src/api/routes/channel-routes.ts";
import type { ExportLink as Link } from "../../../src/api/routes/export-routes.ts";
import type {
  PasskeyChallenge as ChallengeOfPasskey,
  PasskeyCode as CodeOfPasskey,
  PasskeyRow,
  PasskeyToAdd as ToAdd,
} from "../../../src/api/routes/passkey-routes.ts";
import type {
  SignInWaysView,
  SignOnJourneyView,
  SignOnLinkView,
} from "../../../src/api/routes/sign-on-routes.ts";
import type { SessionView, SignedInView } from "../../../src/api/routes/session-routes.ts";
import type { OpenSessionRow } from "../../../src/api/routes/token-routes.ts";
import type { LoginAnswer } from "../../../src/api/routes/login-routes.ts";
import type { Receipt as Taken } from "../../../src/api/views/accept-message.ts";
import type {
  StreamEvent as Streamed,
  TurnEvent as StreamedTurn,
} from "../../../src/api/streams/stream-events.ts";
import type { StopResult as Stopped } from "../../../src/domain/turn.ts";

export type Account = AccountRow;
export type AccountChange = Change;
export type Session = SessionView;
export type SignedIn = SignedInView;
export type SignInWays = SignInWaysView;
export type SignOnJourney = SignOnJourneyView;
export type SignOnLink = SignOnLinkView;
export type Passkey = PasskeyRow;
export type PasskeyToAdd = ToAdd;
export type PasskeyChallenge = ChallengeOfPasskey;
export type PasskeyCode = CodeOfPasskey;
export type ModelInfo = Session["model"];
export type OpenSession = OpenSessionRow;
export type ExportLink = Link;

export type Conversation = ConversationRow;
export type ConversationShow = ConversationQuery["show"];
export type SearchHits = Hits;
export type SearchHit = Hits["hits"][number];
/** One page of a conversation, oldest message first. */
export type MessagePage = Page;
export type Message = Page["messages"][number];
export type Attachment = Message["attachments"][number];
export type Delivery = Message["deliveries"][number];
export type RunningTurn = NonNullable<Page["running"]>;
/** A turn that was stopped, with what it had shown. */
export type StoppedTurn = Page["stopped"][number];

export type Pairing = PairingView;
export type ChannelLogin = LoginAnswer;
export type Receipt = Taken;
export type Control = NonNullable<Receipt["control"]>;
export type StopResult = Readonly<Record<"result", Stopped>>;
export type StreamEvent = Streamed;
export type DeliveryEvent = Extract<Streamed, Readonly<Record<"type", "delivery">>>["data"];
export type TurnEvent = StreamedTurn;
