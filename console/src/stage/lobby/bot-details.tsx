import { FileLink } from "../../api/files.tsx";
import { usePageWords } from "../../language/use-words.tsx";
import { cardAddress } from "../api.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { type Bot } from "../contract.ts";
import dialogStyles from "../dialogs.module.css";
import { words as pageWords } from "../words.ts";
import styles from "./lobby.module.css";

/** The content of a card as plain text, with export links. */
export function BotDetails({ bot, onClose }: { bot: Bot; onClose: () => void }) {
  const words = usePageWords(pageWords);
  const facts: readonly (readonly [string, string])[] = [
    [words.cast.persona, bot.persona],
    [words.cast.traits, bot.traits.join(", ")],
    [words.cast.backstory, bot.backstory],
    [words.cast.opening, bot.kickoff_prose],
    [words.cast.notes, bot.creator_notes],
    [words.cast.creator, bot.creator],
    [words.cast.lore, bot.lore_entries === 0 ? "" : words.cast.loreEntries(bot.lore_entries)],
  ];
  return (
    <Dialog title={bot.name} onClose={onClose} size="40rem">
      <dl className={dialogStyles.facts}>
        {facts
          .filter(([, text]) => text !== "")
          .map(([label, text]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto" tabIndex={0}>
                {text}
              </dd>
            </div>
          ))}
      </dl>
      <p className={styles.exports}>
        {words.cast.export}{" "}
        {(["png", "json", "charx"] as const).map((format) => (
          <FileLink key={format} path={cardAddress(bot.id, format)} name={`${bot.name}.${format}`}>
            {format.toUpperCase()}
          </FileLink>
        ))}
      </p>
    </Dialog>
  );
}
