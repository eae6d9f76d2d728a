import { Alert, Button, NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import { useState, type ReactNode, type SubmitEvent } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { startUnattended, startMeanwhile } from "../api.ts";
import { type Scene, type Stage, type TalkPlan, you } from "../contract.ts";
import { Dialog } from "../confirm-dialog.tsx";
import { useCast } from "../cast-context.tsx";
import dialogStyles from "../dialogs.module.css";
import { CharacterPicker } from "../character-picker.tsx";
import { useExplain } from "../use-explain.ts";
import { words as pageWords } from "../words.ts";
import { type Act, useAct } from "./use-stage.ts";

interface PlanFields {
  readonly beats: string;
  readonly stopIf: string;
  readonly budget: string;
}

const planOf = ({ beats, stopIf, budget }: PlanFields): TalkPlan => {
  const words = stopIf
    .split(/[\n;；]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
  const tokens = Number.parseInt(budget, 10);
  return {
    beats: Math.max(1, Math.min(200, Number.parseInt(beats, 10) || 1)),
    every_seconds: 2,
    ...(words.length === 0 ? {} : { stop_if: words }),
    ...(tokens > 0 ? { budget_tokens: tokens } : {}),
  };
};

const usePlan = () => useState<PlanFields>({ beats: "6", stopIf: "", budget: "" });

/** Makes a directed scene continue unattended. */
export function LetThemTalk({
  stage,
  scene,
  onClose,
  onBegun,
}: {
  stage: Stage;
  scene: Scene;
  onClose: () => void;
  onBegun: () => void;
}) {
  const words = usePageWords(pageWords);
  const act = useAct(stage.chat.id);
  const [plan, setPlan] = usePlan();
  return (
    <FormDialog
      title={words.composer.letTalk}
      act={act}
      submit={words.talk.begin}
      onClose={onClose}
      onSubmit={() =>
        act.run(() => startUnattended(stage.chat.id, scene.id, planOf(plan)), onBegun)
      }
    >
      <Exchanges plan={plan} onChange={setPlan} />
      <details>
        <summary className={dialogStyles.summary}>{words.talk.more}</summary>
        <div className={dialogStyles.form}>
          <PlanInputs plan={plan} onChange={setPlan} />
        </div>
      </details>
    </FormDialog>
  );
}

/** Starts a scene without the person, directed or unattended. */
export function StartMeanwhile({
  stage,
  scene,
  onClose,
}: {
  stage: Stage;
  scene: Scene | undefined;
  onClose: () => void;
}) {
  const words = usePageWords(pageWords);
  const { bots } = useCast();
  const { chat, containers } = stage;
  const act = useAct(chat.id);
  const [chosen, setChosen] = useState<readonly string[]>([
    chat.host_bot_id,
    ...(chat.guest_bot_id === null ? [] : [chat.guest_bot_id]),
  ]);
  const [place, setPlace] = useState(String(scene?.container_id ?? containers[0]?.id ?? ""));
  const [how, setHow] = useState<"directed" | "alone">("alone");
  const [plan, setPlan] = usePlan();
  const start = (): Promise<unknown> =>
    startMeanwhile(chat.id, {
      participants: chosen,
      ...(place === "" ? {} : { container_id: Number(place) }),
      ...(how === "alone" ? { unattended: planOf(plan) } : {}),
    });
  return (
    <FormDialog
      title={words.composer.meanwhile}
      act={act}
      submit={words.talk.raise}
      disabled={chosen.length < 2}
      onClose={onClose}
      onSubmit={() => act.run(start, onClose)}
    >
      <p className={dialogStyles.hint}>{words.talk.about}</p>
      <CharacterPicker
        label={words.talk.who}
        ids={bots.map(({ id }) => id).filter((id) => id !== you)}
        chosen={chosen}
        onChange={setChosen}
      />
      {chosen.length < 2 ? <p className={dialogStyles.hint}>{words.talk.two}</p> : null}
      {how === "alone" ? <Exchanges plan={plan} onChange={setPlan} /> : null}
      <details>
        <summary className={dialogStyles.summary}>{words.talk.more}</summary>
        <div className={dialogStyles.form}>
          {containers.length === 0 ? null : (
            <NativeSelect
              label={words.panels.place}
              value={place}
              data={containers.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(event) => setPlace(event.currentTarget.value)}
            />
          )}
          <SegmentedControl
            aria-label={words.talk.how}
            value={how}
            onChange={(next) => setHow(next)}
            data={[
              { value: "alone", label: words.talk.alone },
              { value: "directed", label: words.talk.directed },
            ]}
          />
          {how === "alone" ? <PlanInputs plan={plan} onChange={setPlan} /> : null}
        </div>
      </details>
    </FormDialog>
  );
}

const presets = ["3", "6", "12"] as const;

/** How long they are alone, in three sizes; any other number is among the details. */
function Exchanges({ plan, onChange }: { plan: PlanFields; onChange: (plan: PlanFields) => void }) {
  const words = usePageWords(pageWords);
  return (
    <SegmentedControl
      aria-label={words.talk.howLong}
      classNames={{ label: dialogStyles.narrow ?? "" }}
      value={plan.beats}
      onChange={(beats) => onChange({ ...plan, beats })}
      data={presets.map((count) => ({
        value: count,
        label: words.talk.exchanges(Number(count)),
      }))}
    />
  );
}

function PlanInputs({
  plan,
  onChange,
}: {
  plan: PlanFields;
  onChange: (plan: PlanFields) => void;
}) {
  const words = usePageWords(pageWords);
  return (
    <>
      <div className={dialogStyles.row}>
        <TextInput
          className={dialogStyles.grow ?? ""}
          type="number"
          min={1}
          max={200}
          required
          withAsterisk={false}
          label={words.talk.beats}
          value={plan.beats}
          onChange={(event) => onChange({ ...plan, beats: event.currentTarget.value })}
        />
        <TextInput
          className={dialogStyles.grow ?? ""}
          type="number"
          min={1}
          label={words.talk.budget}
          value={plan.budget}
          onChange={(event) => onChange({ ...plan, budget: event.currentTarget.value })}
        />
      </div>
      <TextInput
        label={words.talk.stopIf}
        description={words.talk.stopIfHint}
        value={plan.stopIf}
        onChange={(event) => onChange({ ...plan, stopIf: event.currentTarget.value })}
      />
    </>
  );
}

interface FormDialogProps {
  readonly title: string;
  readonly act: Act;
  readonly submit: string;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

function FormDialog({
  title,
  act,
  submit,
  onClose,
  onSubmit,
  disabled = false,
  children,
}: FormDialogProps) {
  const explain = useExplain();
  const own = usePageWords(pageWords);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className={dialogStyles.form} onSubmit={handleSubmit}>
        {children}
        {act.error === null || act.error === undefined ? null : (
          <Alert color="red" role="alert">
            {explain(act.error)}
          </Alert>
        )}
        <div className={dialogStyles.buttons}>
          <Button variant="default" onClick={onClose}>
            {own.cancel}
          </Button>
          <Button type="submit" loading={act.busy} disabled={disabled}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
