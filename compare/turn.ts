import type { Pool } from "pg";

/**
 * The turn that every engine here carries out:
 * - a message is taken once, and is on disk before `accept` returns;
 * - turns of one conversation run one at a time, in order;
 * - the answer is made up at once;
 * - the effect and the outgoing message are written once, whatever is repeated after a crash;
 * - the outgoing message counts as `sending` on disk before the vendor is called, and gets the
 *   vendor's verdict after it.
 */
export interface Engine {
  accept(message: Message): Promise<void>;
  close(): Promise<void>;
}

export interface Message {
  /** A UUID: the vendor's id of the message. */
  readonly id: string;
  readonly conversation: string;
  readonly text: string;
}

export interface EngineSettings {
  readonly url: string;
  /** For the effect and the outgoing message, in the engine's own database. */
  readonly pool: Pool;
  readonly concurrency: number;
  /** The vendor, which takes everything at once. */
  send(message: Message): Promise<void>;
}

export type StartEngine = (settings: EngineSettings) => Promise<Engine>;

export const tables = `
  create table message (id uuid primary key, conversation text not null, text text not null);
  create table effect (message_id uuid primary key, conversation text not null, note text not null);
  create table outgoing (
    message_id uuid primary key, conversation text not null, text text not null, status text not null);
`;

export const answer = ({ text }: Message): string => `You said: ${text}`;

/** Effect and outgoing message; written again they change nothing. */
const effects = `
  done as (
    insert into effect (message_id, conversation, note) values ($1::uuid, $2::text, $3::text)
    on conflict do nothing),
  written as (
    insert into outgoing (message_id, conversation, text, status)
    values ($1::uuid, $2::text, $3::text, 'pending') on conflict do nothing returning message_id)`;

/** One statement: the effects and, where they are new, `then` for each of them. */
export const writeEffects = (then = "message_id"): string =>
  `with ${effects} select ${then} from written`;

export const effectValues = (message: Message): string[] => [
  message.id,
  message.conversation,
  answer(message),
];

export const markSending =
  "update outgoing set status = 'sending' where message_id = $1 and status = 'pending'";
export const markSent = "update outgoing set status = 'sent' where message_id = $1";
