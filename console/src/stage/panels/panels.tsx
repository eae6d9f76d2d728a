import { Tabs } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Loading } from "../../frame/states.tsx";
import { usePageWords, useWords } from "../../language/use-words.tsx";
import { type Scene, type Stage } from "../contract.ts";
import { words as pageWords } from "../words.ts";
import { MemoriesPanel } from "./memories-panel.tsx";
import { PromptPanel } from "./prompt-panel.tsx";
import styles from "./panels.module.css";
import { ScenePanel } from "./scene-panel.tsx";
import { TimePanel } from "./time-panel.tsx";

// The graph library is as large as the rest of the page and rarely needed first.
const FeelingsPanel = lazy(() => import("./feelings-panel.tsx"));

interface PanelsProps {
  readonly stage: Stage;
  readonly scene: Scene | undefined;
  readonly busy: boolean;
}

export function Panels({ stage, scene, busy }: PanelsProps) {
  const common = useWords();
  const words = usePageWords(pageWords);
  const [tab, setTab] = useState<string | null>("scene");
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false} activateTabWithKeyboard={false}>
      <Tabs.List mb="sm" className={styles.tabs ?? ""}>
        <Tabs.Tab value="scene">{words.panels.scene}</Tabs.Tab>
        <Tabs.Tab value="feelings">{words.panels.feelings}</Tabs.Tab>
        <Tabs.Tab value="memories">{words.panels.memories}</Tabs.Tab>
        <Tabs.Tab value="time">{words.panels.time}</Tabs.Tab>
        <Tabs.Tab value="prompt">{words.panels.prompt}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="scene">
        <ScenePanel stage={stage} scene={scene} />
      </Tabs.Panel>
      <Tabs.Panel value="feelings">
        <Suspense fallback={<Loading label={common.loading} />}>
          <FeelingsPanel stage={stage} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="memories">
        <MemoriesPanel stage={stage} />
      </Tabs.Panel>
      <Tabs.Panel value="time">
        <TimePanel stage={stage} busy={busy} />
      </Tabs.Panel>
      <Tabs.Panel value="prompt">
        <PromptPanel stage={stage} scene={scene} />
      </Tabs.Panel>
    </Tabs>
  );
}
