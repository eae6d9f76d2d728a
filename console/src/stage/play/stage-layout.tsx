import { ActionIcon, Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useMemo, useState } from "react";
import { BackIcon, MenuIcon } from "../../frame/icons.tsx";
import { GearIcon } from "../icons.tsx";
import { usePageWords, useSpoken, useWords } from "../../language/use-words.tsx";
import { routeAddress } from "../../route.ts";
import { ConnectionBanner } from "../../talk/connection-banner.tsx";
import { OverlayStack, useOverlayStack } from "../overlay-stack.ts";
import { useCast } from "../cast-context.tsx";
import { type Stage } from "../contract.ts";
import { LineDialogs, type LineDialog } from "../panels/line-dialogs.tsx";
import { Panels } from "../panels/panels.tsx";
import { parseOffset, formatStoryTime } from "../story-clock.ts";
import { findCurrentScene } from "../timeline.ts";
import { UnderstudyNote } from "../understudy-note.tsx";
import { Watched } from "../watching.tsx";
import { words as pageWords } from "../words.ts";
import { StageFooter } from "./stage-footer.tsx";
import { Lines } from "./lines.tsx";
import styles from "./play.module.css";
import { CastBar } from "./cast-bar.tsx";
import { type EarlierLines, type Live } from "./use-stage.ts";
import { Tour } from "./tour.tsx";
import { useSay } from "./use-say.ts";

// Loaded when it is opened.
const StorySettingsDialog = lazy(() => import("../forms/story-settings.tsx"));

interface StageLayoutProps {
  readonly stage: Stage;
  readonly live: Live;
  readonly earlier: EarlierLines;
  readonly watched: ReadonlySet<number>;
  readonly watch: (sceneId: number, on: boolean) => void;
}

/**
 * The play, with panels for scene, feelings, time and prompt beside it (in a drawer on small
 * screens).
 */
export function StageLayout({ stage, live, earlier, watched, watch }: StageLayoutProps) {
  const common = useWords();
  const words = usePageWords(pageWords);
  const narrow = useMediaQuery("(max-width: 68em)", undefined, { getInitialValueInEffect: false });
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState<LineDialog>();
  const say = useSay(stage.chat.id);
  const scene = findCurrentScene(stage);
  const { isCovered, count } = useOverlayStack();
  const panels = (
    <OverlayStack value={count}>
      <Panels stage={stage} scene={scene} busy={stage.playing !== null} />
    </OverlayStack>
  );
  return (
    <Watched value={watched}>
      <div className={styles.page}>
        <main className={styles.main}>
          <Head stage={stage} onPanels={narrow ? () => setOpen(true) : undefined} />
          <ConnectionBanner status={live.status} />
          <CastBar stage={stage} scene={scene} />
          <Lines
            stage={stage}
            live={live}
            say={say}
            earlier={earlier}
            watching={{ watched }}
            onDialog={setDialog}
            onAgain={say.again}
            before={<UnderstudyNote />}
          />
          <Tour chatId={stage.chat.id} />
          <StageFooter
            stage={stage}
            scene={scene}
            live={live}
            say={say}
            watched={watched}
            watch={watch}
          />
        </main>
        {narrow ? (
          <Drawer
            opened={open}
            onClose={() => setOpen(false)}
            closeOnEscape={!isCovered}
            position="right"
            size="min(26rem, 94vw)"
            title={words.panels.label}
            closeButtonProps={{ "aria-label": common.close }}
            // The drawer's header is not a page header.
            attributes={{ header: { role: "presentation" } }}
          >
            {panels}
          </Drawer>
        ) : (
          <aside className={styles.side} aria-label={words.panels.label}>
            {panels}
          </aside>
        )}
        {dialog === undefined ? null : (
          <LineDialogs stage={stage} dialog={dialog} onClose={() => setDialog(undefined)} />
        )}
      </div>
    </Watched>
  );
}

function Head({ stage, onPanels }: { stage: Stage; onPanels: (() => void) | undefined }) {
  const { language } = useSpoken();
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const { chat } = stage;
  const [settings, setSettings] = useState(false);
  const scene = findCurrentScene(stage);
  const place = stage.containers.find(({ id }) => id === scene?.container_id)?.name;
  const time = useMemo(
    () => formatStoryTime(chat.clock, { language, offset: parseOffset(chat.initial_time) }),
    [chat, language],
  );
  const setting = [chat.narrative_anchor, time, place, chat.weather].filter(
    (part) => part !== undefined && part !== "",
  );
  return (
    <header className={styles.head}>
      <ActionIcon
        component="a"
        href={routeAddress({ page: "stage", part: undefined })}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={words.play.toLobby}
      >
        <BackIcon />
      </ActionIcon>
      <div className={styles.heading}>
        <h1 dir="auto">{chat.title ?? nameOf(chat.host_bot_id)}</h1>
        <p dir="auto">{setting.join(" · ")}</p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={words.settings.open}
        title={words.settings.open}
        onClick={() => setSettings(true)}
      >
        <GearIcon />
      </ActionIcon>
      <Suspense>
        {settings ? (
          <StorySettingsDialog
            chatId={chat.id}
            title={chat.title ?? ""}
            places={stage.containers}
            onClose={() => setSettings(false)}
          />
        ) : null}
      </Suspense>
      {onPanels === undefined ? null : (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={words.panels.open}
          onClick={onPanels}
        >
          <MenuIcon />
        </ActionIcon>
      )}
    </header>
  );
}
