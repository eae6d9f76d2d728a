import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, type DragEvent } from "react";
import { ApiFailure } from "../../api/request.ts";
import { explain } from "../../language/explain.ts";
import { useWords } from "../../language/use-words.tsx";
import { importCalendar, refresh } from "../calls.ts";
import { useCalendar } from "../calendar-context.tsx";
import styles from "../calendar-page.module.css";
import { type ImportReport } from "../contract.ts";
import { forecastWords } from "../forecast-words.ts";

const mostBytes = 2_000_000;

/** Another program's calendar becomes reminders; skipped entries are shown with the reason. */
export function ImportFile() {
  const { words } = useCalendar();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const taken = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > mostBytes)
        throw new ApiFailure({ status: 413, code: "body_too_large", message: "" });
      return importCalendar(await file.text());
    },
    onSettled: () => refresh(client),
  });
  const take = (file: File | undefined): void => {
    if (file !== undefined) taken.mutate(file);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <section className={styles.form}>
      <strong>{words.ical.importTitle}</strong>
      <div
        className={styles.drop}
        data-over={isOver ? "" : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <span>{words.ical.importHint}</span>
        <Button
          variant="default"
          size="sm"
          loading={taken.isPending}
          onClick={() => input.current?.click()}
        >
          {words.ical.choose}
        </Button>
        <input
          ref={input}
          hidden
          type="file"
          accept=".ics,text/calendar"
          aria-label={words.ical.choose}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      <div role="status">
        {taken.isPending ? (
          words.ical.working
        ) : taken.data === undefined ? null : (
          <Report report={taken.data} />
        )}
      </div>
      {taken.isError ? <Refused error={taken.error} /> : null}
    </section>
  );
}

function Refused({ error }: { error: Error }) {
  const { words } = useCalendar();
  const common = useWords();
  const code = error instanceof ApiFailure ? error.code : "";
  const text =
    code === "body_too_large"
      ? words.ical.tooLarge
      : code === "invalid_request"
        ? words.ical.notCalendar
        : explain(error, common);
  return <p role="alert">{text}</p>;
}

function Report({ report }: { report: ImportReport }) {
  const calendar = useCalendar();
  const { words } = calendar;
  const warning = forecastWords(report.delivery, calendar);
  return (
    <>
      <p>{words.ical.done(report.imported, report.unchanged)}</p>
      {warning === undefined ? null : <p className={styles.warning}>{warning}</p>}
      {report.skipped.length === 0 ? null : (
        <>
          <p className={styles.hint}>{words.ical.skipped(report.skipped.length)}</p>
          <ul className={styles.skipped}>
            {report.skipped.slice(0, 50).map(({ uid, title, reason }, index) => (
              <li key={`${index} ${uid}`}>
                {title} · {words.ical.reasons[reason] ?? reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
