import { Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { costOf } from "../../language/money.ts";
import { usePageWords } from "../../language/use-words.tsx";
import { useSpending } from "../calls.ts";
import type { Spending, Spent } from "../contract.ts";
import page from "../operator-page.module.css";
import { shortId, Shown } from "../pieces.tsx";
import { Chart } from "./chart.tsx";
import { axisEnd, short } from "./figures.ts";
import styles from "./metrics.module.css";
import { useMoments } from "./use-moments.ts";
import { words } from "./words.ts";

const spans = [7, 30, 90] as const;

/** What the language model was used for and cost, by day and by account. */
export function SpendingPart() {
  const say = usePageWords(words);
  const [days, setDays] = useState<number>(30);
  const [account, setAccount] = useState<string>();
  const asked = useSpending({ days, account });
  return (
    <>
      <h2 className={page.second}>{say.spending}</h2>
      <p className={page.intro}>{say.spendingIntro}</p>
      <div className={styles.ranges}>
        <SegmentedControl
          aria-label={say.range}
          value={String(days)}
          onChange={(next) => setDays(Number(next))}
          data={spans.map((span) => ({ value: String(span), label: say.days(span) }))}
        />
        {account === undefined ? null : (
          <Button variant="default" size="sm" onClick={() => setAccount(undefined)}>
            {say.allAccounts}
          </Button>
        )}
      </div>
      <Shown asked={asked} loading={say.loading} failed={say.failed}>
        {(report) => (
          <>
            <Days report={report} />
            <Accounts report={report} chosen={account} onChoose={setAccount} />
          </>
        )}
      </Shown>
    </>
  );
}

const tokensOf = (spent: Spent): number => spent.input_tokens + spent.output_tokens;

function Days({ report: { days } }: { report: Spending }) {
  const say = usePageWords(words);
  const [chosen, setChosen] = useState<number>();
  const moments = useMoments(
    days.map(({ day }) => day),
    "days",
  );
  const currencies = [...new Set(days.flatMap(({ costs }) => costs.map((each) => each.currency)))];
  const shared = {
    ...moments,
    kind: "bars",
    chosen,
    onChoose: setChosen,
    unknown: say.unknown,
  } as const;
  const tokens = days.map(tokensOf);
  return (
    <ul className={styles.grid}>
      <Chart
        {...shared}
        name={say.tokensPerDay}
        lines={[{ values: tokens }]}
        end={axisEnd(Math.max(0, ...tokens), "count")}
        format={short}
        summary={say.inAll(short(sum(tokens)))}
      />
      {currencies.map((currency) => {
        const costs = days.map((day) => costIn(day, currency));
        const format = (micros: number): string => costOf(micros, currency);
        return (
          <Chart
            key={currency ?? ""}
            {...shared}
            name={say.costPerDay(currency ?? "")}
            lines={[{ values: costs }]}
            end={axisEnd(Math.max(0, ...costs), "count")}
            format={format}
            summary={say.inAll(format(sum(costs)))}
          />
        );
      })}
    </ul>
  );
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const costIn = (spent: Spent, currency: string | null): number =>
  sum(spent.costs.filter((each) => each.currency === currency).map(({ micros }) => micros));

interface AccountsProps {
  readonly report: Spending;
  readonly chosen: string | undefined;
  readonly onChoose: (account: string) => void;
}

function Accounts({ report, chosen, onChoose }: AccountsProps) {
  const say = usePageWords(words);
  if (report.accounts.length === 0) return <p>{say.noSpending}</p>;
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={say.byAccount}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{say.account}</th>
            <th scope="col">{say.calls}</th>
            <th scope="col">{say.input}</th>
            <th scope="col">{say.output}</th>
            <th scope="col">{say.cost}</th>
          </tr>
        </thead>
        <tbody>
          {report.accounts.map((row) => {
            const name = row.display_name ?? `${say.unnamed} ${shortId(row.account_id)}`;
            return (
              <tr key={row.account_id} data-chosen={row.account_id === chosen}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.link}
                    aria-pressed={row.account_id === chosen}
                    onClick={() => onChoose(row.account_id)}
                  >
                    {name}
                  </button>
                </th>
                <td>{short(row.calls)}</td>
                <td>{short(row.input_tokens)}</td>
                <td>{short(row.output_tokens)}</td>
                <td>
                  {row.costs.length === 0
                    ? say.unknown
                    : row.costs.map(({ micros, currency }) => costOf(micros, currency)).join(" + ")}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {report.more_accounts > 0 ? <p>{say.moreAccounts(report.more_accounts)}</p> : null}
    </div>
  );
}
