import { closeLinks } from "../../../links/close-links.ts";
import { detectLanguage } from "../../../domain/language.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { type Companion, companionNames } from "../sharing/companions.ts";
import { type Notice, noticeText } from "./notice-words.ts";

/** Another person's action, with everything its sentence needs. */
export interface NewsRow extends Omit<Notice, "actor">, Companion {
  readonly id: string;
  readonly account_id: string;
  readonly actor_account_id: string;
  readonly object_id: string;
  readonly created_at: string;
  readonly state: "waiting" | "told" | "muted";
  readonly language: string | null;
  /** The person's last message in any conversation. */
  readonly wrote: string | null;
  readonly zone: string;
  readonly starts: string | null;
  readonly ends: string | null;
  /** Hosts that the person allowed links to. */
  readonly link_hosts: readonly string[];
  /** A title that only the person wrote. */
  readonly own_title: string | null;
}

const newsSql = `
  select n.id, n.account_id, n.actor_account_id, n.object_id, n.created_at, n.state, n.type, n.facts, a.language, a.link_hosts,
    (select s.title from shared_reminder s where s.id = n.object_id and s.creator_account_id = n.account_id and s.version = 1) as own_title, a.default_timezone as zone, q.starts, q.ends,
    (select m.text from conversation c join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq = c.latest_inbound_seq
      where c.account_id = n.account_id order by m.created_at desc limit 1) as wrote,
    n.type in ('shared_reminder_created', 'shared_reminder_asked') and not exists (select from notification e
      where e.account_id = n.account_id and e.actor_account_id = n.actor_account_id and e.id <> n.id and (e.created_at, e.id) < (n.created_at, n.id)
        and e.type in ('shared_reminder_created', 'shared_reminder_asked')) as is_first,
    (select k.name from friend_nickname k
      where k.account_id = n.account_id and k.friend_account_id = n.actor_account_id and k.shown limit 1) as given, actor.display_name as own
  from notification n join account a on a.id = n.account_id left join quiet_hours q on q.account_id = n.account_id left join account actor on actor.id = n.actor_account_id
  where n.id = any($1) order by n.created_at, n.id`;

export const newsRows = (read: Reads, ids: readonly string[]): Promise<NewsRow[]> =>
  read.rows<NewsRow>(newsSql, [ids]);

/** In the recipient's language and zone, as of now. Links in what others wrote are closed. */
export const newsText = (
  news: readonly NewsRow[],
  { now, linkHosts }: { now: number; linkHosts: readonly string[] },
): string =>
  news
    .map((each) => {
      const words = noticeText(
        { ...each, actor: companionNames([each])[0] ?? null },
        {
          language: each.language ?? detectLanguage(each.wrote ?? "") ?? null,
          zone: each.zone,
          now,
        },
      );
      return closeLinks(words, {
        own: [each.own_title ?? ""],
        hosts: [...linkHosts, ...each.link_hosts],
      });
    })
    .join("\n");
