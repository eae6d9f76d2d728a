import type { Token, Tokens } from "marked";
import {
  Component,
  Fragment,
  lazy,
  Suspense,
  useDeferredValue,
  useMemo,
  type ReactNode,
} from "react";
import { CopyButton } from "../frame/copy.tsx";
import { Formula } from "./formula.tsx";
import { isFormula } from "./read-formula.ts";
import { usePageWords } from "../language/use-words.tsx";
import { isWebAddress } from "./links.ts";
import styles from "./markdown.module.css";
import { MessageText } from "./message-text.tsx";
import { readMarkdown } from "./read-markdown.ts";
import { words as talkWords } from "./words.ts";

// With the first piece of code. One whose chunk is gone after an update shows the text.
const Coloured = lazy(() =>
  import("./coloured-code.tsx").catch(() => ({
    default: ({ text }: { text: string; language: string }) => text,
  })),
);

/**
 * What the assistant writes, as markdown. It is read into a tree and shown as elements: no text is
 * ever taken as HTML. HTML in it stays the text it is, an image becomes a link (nothing is fetched
 * from elsewhere), and only web addresses are links.
 */
export function Markdown({ text }: { text: string }) {
  // While an answer comes in, it is read as often as the page has time, not with every piece of it.
  const settled = useDeferredValue(text);
  const tokens = useMemo(() => readMarkdown(settled), [settled]);
  const plain = <MessageText text={text} />;
  if (tokens === undefined) return plain;
  return (
    <PlainInstead plain={plain}>
      <div className={styles.markdown}>{all(tokens)}</div>
    </PlainInstead>
  );
}

/** One message that cannot be rendered must not break the conversation. */
class PlainInstead extends Component<
  { readonly plain: ReactNode; readonly children: ReactNode },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? this.props.plain : this.props.children;
  }
}

// The pieces of a text never change places, so their number is a good key.
const all = (tokens: readonly Token[] | undefined): ReactNode =>
  tokens?.map((token, index) => <Fragment key={index}>{one(token)}</Fragment>);

function one(token: Token): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
    // The list shows a box of its own.
    case "checkbox":
      return null;
    case "paragraph":
      return <p>{all(token.tokens)}</p>;
    // The page has its own headings; these are the message's.
    case "heading":
      return (
        <p className={styles.heading} data-depth={(token as Tokens.Heading).depth}>
          {all(token.tokens)}
        </p>
      );
    case "blockquote":
      return <blockquote>{all(token.tokens)}</blockquote>;
    case "list":
      return list(token as Tokens.List);
    case "code":
      return <CodeBlock code={token as Tokens.Code} />;
    case "hr":
      return <hr />;
    case "table":
      return table(token as Tokens.Table);
    default:
      return isFormula(token) ? <Formula formula={token} /> : inline(token);
  }
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{all(token.tokens)}</strong>;
    case "em":
      return <em>{all(token.tokens)}</em>;
    case "del":
      return <del>{all(token.tokens)}</del>;
    case "codespan":
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "br":
      return <br />;
    case "link":
      return link(token as Tokens.Link, all(token.tokens));
    case "image":
      return link(
        token as Tokens.Image,
        (token as Tokens.Image).text || (token as Tokens.Image).href,
      );
    case "escape":
      return (token as Tokens.Escape).text;
    case "text":
      return token.tokens === undefined ? (
        <MessageText text={(token as Tokens.Text).text} />
      ) : (
        all(token.tokens)
      );
    default:
      return token.raw;
  }
}

/** What leads nowhere that we would go stays as it was written. */
function link(
  { href, raw }: { readonly href: string; readonly raw: string },
  shown: ReactNode,
): ReactNode {
  if (!isWebAddress(href)) return raw;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {shown}
    </a>
  );
}

function list({ ordered, start, items }: Tokens.List): ReactNode {
  const shown = items.map((item, index) => (
    <li key={index} data-task={item.task || undefined}>
      {item.task ? <input type="checkbox" checked={item.checked === true} disabled /> : null}
      {all(item.tokens)}
    </li>
  ));
  return ordered ? <ol start={start === "" ? 1 : start}>{shown}</ol> : <ul>{shown}</ul>;
}

/** Its language and its copying stand above it. */
function CodeBlock({ code: { text, lang } }: { code: Tokens.Code }) {
  const words = usePageWords(talkWords);
  const language = lang?.split(/\s/)[0] ?? "";
  return (
    <div className={styles.code}>
      <div className={styles.codeHead}>
        <span>{language}</span>
        <CopyButton className={styles.copy} text={text} label={words.copyCode} />
      </div>
      <pre tabIndex={0}>
        <code>
          <Suspense fallback={text}>
            <Coloured text={text} language={language} />
          </Suspense>
        </code>
      </pre>
    </div>
  );
}

function table({ header, rows, align }: Tokens.Table): ReactNode {
  return (
    <div className={styles.wide} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell, index) => (
              <th key={index} data-align={align[index] ?? undefined}>
                {all(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column} data-align={align[column] ?? undefined}>
                  {all(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
