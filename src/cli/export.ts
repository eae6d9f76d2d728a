import { engine } from "../domain/principal.ts";
import { withDatabase } from "./attach.ts";
import { type Command, CommandFailure, printLine, text, UsageError } from "./command.ts";
import { noteCommand } from "./note-command.ts";
import { configOf, languageWith } from "./settings.ts";
import { exportCard, exportChatFile } from "./story-files.ts";
import { withAdminContext } from "./token.ts";
import { listHiddenScenes } from "../skills/scenes/stage-view/sealed-lines.ts";

interface ExportedLine {
  readonly speaker: string;
  readonly text: string;
  readonly present: readonly string[];
}

/** A chat as it is now, in the form that `import` reads. */
export const exportCommand: Command = {
  options: {
    chat: { type: "string" },
    bot: { type: "string" },
    format: { type: "string" },
    out: { type: "string" },
    unseen: { type: "string" },
    account: { type: "string" },
  },
  help: {
    en: 'npx meanwhile export --chat <id> [--format sillytavern|story] [--unseen show]\nnpx meanwhile export --bot <id> [--format png|json|charx] [--out <file>]\n\nPrints {"speaker", "text", "present": […]} for each turn of the chat as it is played now, without sealed scenes. --format story writes the whole story, which import takes back without loss. --unseen show writes sealed scenes readably.',
    zh: 'npx meanwhile export --chat <编号> [--format sillytavern|story] [--unseen show]\nnpx meanwhile export --bot <编号> [--format png|json|charx] [--out <文件>]\n\n按当前分支逐句输出 {"speaker", "text", "present": […]}，不含封存的场景。--format story 写出整个故事，可用 import 原样导回；加 --unseen show 才写出封存的内容。',
  },
  async run(call) {
    const bot = text(call, "bot");
    if (bot !== undefined) return exportCard(call, bot);
    const chatId = text(call, "chat");
    if (chatId === undefined) throw new UsageError(words.which[call.language]);
    const format = text(call, "format");
    if (format === "sillytavern" || format === "story")
      return exportChatFile(call, { chatId, format });
    const config = configOf(call);
    const language = languageWith(call, config);
    const said = await withDatabase({ config, command: "meanwhile export", language }, (on) =>
      withAdminContext(on, { call, config, language }, ({ db }) =>
        db.transaction(engine, async (sql) => {
          const [chat] = await sql.rows<{ account_id: string }>(
            "select account_id from chats where id = $1",
            [chatId],
          );
          if (chat === undefined) throw new CommandFailure(words.none(chatId)[language]);
          await noteCommand(
            { db: sql },
            { action: "story_exported", accountId: chat.account_id, subject: chatId },
          );
          const hidden =
            text(call, "unseen") === "show"
              ? []
              : [...(await listHiddenScenes(sql, { chatId, watched: [] }))];
          return sql.rows<ExportedLine>(
            `select coalesce(b.name, t.speaker_id) as speaker, t.text,
               (select coalesce(jsonb_agg(coalesce(w.name, p.id) order by p.nth), '[]')
                from jsonb_array_elements_text(t.witnesses) with ordinality p(id, nth)
                left join bots w on w.account_id = t.account_id and w.id = p.id) as present
             from scene_turns t left join bots b on b.account_id = t.account_id and b.id = t.speaker_id
             where t.chat_id = $1 and t.status = 'completed' and coalesce(t.scene_id, 0) <> all($2::bigint[])
             order by t.event_id`,
            [chatId, hidden],
          );
        }),
      ),
    );
    for (const line of said) printLine(call, JSON.stringify(line));
    return 0;
  },
};

const words = {
  which: {
    en: "Name a chat: npx meanwhile export --chat <id>",
    zh: "请写上故事编号：npx meanwhile export --chat <编号>",
  },
  none: (id: string) => ({ en: `There is no chat ${id}.`, zh: `没有故事 ${id}。` }),
};
