import "@xyflow/react/dist/base.css";
import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  MarkerType,
  ReactFlow,
} from "@xyflow/react";
import { useMantineColorScheme } from "@mantine/core";
import { useMemo } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { useCast } from "../cast-context.tsx";
import { type Feeling } from "../contract-past.ts";
import { pairKey, placeAround, classifyWarmth } from "../feelings.ts";
import { words as pageWords } from "../words.ts";
import { staticGraph, Person, type PersonNode, useArrowPath } from "./faces.tsx";
import styles from "./feelings.module.css";

type FeelingEdge = Edge<
  {
    readonly feeling: Feeling;
    readonly label: string;
    readonly isChosen: boolean;
    readonly onChoose: () => void;
  },
  "feeling"
>;

interface FeelingsGraphProps {
  readonly people: readonly string[];
  readonly feelings: readonly Feeling[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

/** Up to this many characters get large faces. */
const maxLargeFaces = 6;

const nodeTypes = { person: Person };
const edgeTypes = { feeling: FeelingArrow };

/** All characters around an ellipse, with an arrow per feeling that shows affinity and trust. */
export function FeelingsGraph({ people, feelings, chosen, onChoose }: FeelingsGraphProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const { colorScheme } = useMantineColorScheme();
  const nodes = useMemo((): PersonNode[] => {
    const isCrowded = people.length > maxLargeFaces;
    const across = isCrowded ? Math.max(150, people.length * 13) : people.length < 3 ? 120 : 150;
    const places = placeAround(people, { x: across, y: isCrowded ? across - 10 : 120 });
    return people.map((id) => ({
      id,
      type: "person",
      position: places.get(id) ?? { x: 0, y: 0 },
      data: { name: nameOf(id), above: (places.get(id)?.y ?? 0) < 0, radius: isCrowded ? 18 : 28 },
      draggable: true,
    }));
  }, [people, nameOf]);
  const edges = useMemo(
    (): FeelingEdge[] =>
      feelings.map((feeling) => {
        const key = pairKey(feeling);
        const warmth = classifyWarmth(feeling.affinity);
        const label = words.feelings.arrow(
          [nameOf(feeling.source_id), nameOf(feeling.target_id)],
          Math.round(feeling.affinity),
          Math.round(feeling.trust),
        );
        return {
          id: key,
          type: "feeling",
          source: feeling.source_id,
          target: feeling.target_id,
          className: styles[warmth] ?? "",
          markerEnd: {
            type: MarkerType.ArrowClosed,
            width: 16,
            height: 16,
            color: `var(--feeling-${warmth})`,
          },
          data: { feeling, label, isChosen: key === chosen, onChoose: () => onChoose(key) },
        };
      }),
    [feelings, chosen, onChoose, nameOf, words],
  );
  return (
    <div className={styles.graph} role="group" aria-label={words.feelings.graph}>
      <ReactFlow
        key={people.join(" ")}
        defaultNodes={nodes}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        colorMode={colorScheme === "auto" ? "system" : colorScheme}
        {...staticGraph}
        maxZoom={1.5}
      />
    </div>
  );
}

/** The two feelings of a pair bend to opposite sides, so that they do not overlap. */
function FeelingArrow({ source, target, markerEnd, data }: EdgeProps<FeelingEdge>) {
  const bow = useArrowPath(source, target);
  if (bow === undefined || data === undefined) return null;
  const { path, label } = bow;
  return (
    <>
      <BaseEdge path={path} {...(markerEnd === undefined ? {} : { markerEnd })} />
      <EdgeLabelRenderer>
        <button
          type="button"
          className={styles.value}
          style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
          aria-label={data.label}
          aria-pressed={data.isChosen}
          onClick={data.onChoose}
        >
          {Math.round(data.feeling.affinity)} / {Math.round(data.feeling.trust)}
        </button>
      </EdgeLabelRenderer>
    </>
  );
}
