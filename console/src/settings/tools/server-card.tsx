import { Alert, Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import styles from "../settings-page.module.css";
import { useApproval, useLook, useRemoval } from "./calls.ts";
import type { ToolServer, ToolUse } from "./contract.ts";
import own from "./server-card.module.css";
import { SignIn } from "./sign-in.tsx";
import { Trouble } from "./trouble.tsx";
import { words } from "./words.ts";

type Tool = ToolServer["tools"][number];
type Choice = ToolUse | "none";

/** What is approved is not used. */
const stopped: ReadonlySet<ToolServer["state"]> = new Set(["changed", "not_allowed", "name_taken"]);
const choices: readonly Choice[] = ["none", "auto", "ask", "free", "off"];

/** A server: what it lists, how that differs from what was approved, and what may be used. */
export function ServerCard({ server }: { server: ToolServer }) {
  const say = usePageWords(words);
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  const look = useLook(server.name);
  const approval = useApproval(server.name);
  const removal = useRemoval(server.name);
  const choiceOf = (tool: Tool): Choice => chosen[tool.name] ?? tool.use ?? "none";
  const approve = (): void => {
    const tools = server.tools.flatMap((tool): [string, ToolUse][] => {
      const choice = choiceOf(tool);
      return choice === "none" ? [] : [[tool.name, choice]];
    });
    approval.mutate({ found_hash: server.found_hash, tools: Object.fromEntries(tools) });
  };
  const isEmpty = isUnseen(server);
  const isBusy = look.isPending || approval.isPending || removal.isPending;
  return (
    <article className={own.card} aria-label={server.name}>
      <strong>{server.name}</strong>
      <Origin server={server} />
      <SignIn server={server} />
      {stopped.has(server.state) ? (
        <Alert color="red" role="alert">
          {say.states[server.state]}
        </Alert>
      ) : isEmpty ? null : (
        <span>{say.states[server.state]}</span>
      )}
      <Changes changes={server.changes} />
      {server.tools.map((tool) => (
        <ToolLine
          key={tool.name}
          tool={tool}
          choice={choiceOf(tool)}
          choose={(choice) => setChosen({ ...chosen, [tool.name]: choice })}
        />
      ))}
      {server.unusable.length === 0 ? null : (
        <span className={styles.hint}>{say.unusable(server.unusable.join(", "))}</span>
      )}
      <div className={styles.row}>
        {isEmpty ? null : (
          <Button loading={approval.isPending} disabled={isBusy} onClick={approve}>
            {say.approve}
          </Button>
        )}
        <Button
          variant="default"
          loading={look.isPending}
          disabled={isBusy}
          onClick={() => look.mutate(undefined)}
        >
          {isNew(server) ? say.start : say.look}
        </Button>
        {server.program === null ? (
          <Button
            variant="subtle"
            color="red"
            disabled={isBusy}
            onClick={() => removal.mutate(undefined)}
          >
            {say.remove}
          </Button>
        ) : null}
      </div>
      <Trouble error={look.error ?? approval.error ?? removal.error} found={look.data} />
    </article>
  );
}

/** Where the server is, and who may use it. */
function Origin({ server }: { server: ToolServer }) {
  const say = usePageWords(words);
  return (
    <span className={styles.hint}>
      {server.program === null ? server.url : say.program(server.program)} ·{" "}
      {server.everyone ? say.forAll : say.onlyYou}
    </span>
  );
}

/** Not looked at yet, or behind a sign-in. */
const isUnseen = ({ program, found_at, sign_in, tools }: ToolServer): boolean =>
  tools.length === 0 && (sign_in === "needed" || isNew({ program, found_at }));

const isNew = ({ program, found_at }: Pick<ToolServer, "program" | "found_at">): boolean =>
  program !== null && found_at === "";

interface ToolLineProps {
  readonly tool: Tool;
  readonly choice: Choice;
  readonly choose: (choice: Choice) => void;
}

function ToolLine({ tool, choice, choose }: ToolLineProps) {
  const say = usePageWords(words);
  return (
    <div className={own.tool}>
      <span>
        <code>{tool.name}</code>{" "}
        <span className={styles.hint}>{tool.readOnly ? say.readOnly : say.mayChange}</span>
      </span>
      <span className={own.text}>{tool.description === "" ? say.noText : tool.description}</span>
      <details>
        <summary>{say.parameters}</summary>
        <pre className={own.text}>{JSON.stringify(tool.parameters, null, 2)}</pre>
      </details>
      <NativeSelect
        aria-label={say.use(tool.name)}
        value={choice}
        data={choices.map((value) => ({ value, label: say.uses[value] }))}
        onChange={(event) => choose(event.currentTarget.value as Choice)}
      />
    </div>
  );
}

/** Both texts in full: a difference that is not shown is not approved. */
function Changes({ changes }: { changes: ToolServer["changes"] }) {
  const say = usePageWords(words);
  return changes.map(({ name, change, before, after }) => (
    <div key={name} className={own.tool}>
      <span>
        <code>{name}</code> <strong>{say.changes[change]}</strong>
      </span>
      {before === null ? null : (
        <pre className={own.text}>
          {say.before}: {textOf(before)}
        </pre>
      )}
      {after === null || before === null ? null : (
        <pre className={own.text}>
          {say.after}: {textOf(after)}
        </pre>
      )}
    </div>
  ));
}

const textOf = (of: NonNullable<ToolServer["changes"][number]["after"]>): string =>
  `${of.description}\n${JSON.stringify({ readOnly: of.readOnly, parameters: of.parameters }, null, 1)}`;
