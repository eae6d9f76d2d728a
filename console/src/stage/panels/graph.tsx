import "@xyflow/react/dist/base.css";
import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useInternalNode,
} from "@xyflow/react";
import { useMantineColorScheme } from "@mantine/core";
import { useMemo } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { Avatar } from "../avatar.tsx";
import { useCast } from "../cast-book.tsx";
import { type Feeling } from "../contract-past.ts";
import { pairKey, placesAround, warmthOf } from "../feelings.ts";
import { words as pageWords } from "../words.ts";
import styles from "./feelings.module.css";

/** Names stand on the far side of the table, where no arrow ends. */
type PersonNode = Node<{ readonly name: string; readonly above: boolean }, "person">;
type FeelingEdge = Edge<
  { readonly feeling: Feeling; readonly label: string; readonly isChosen: boolean; readonly onChoose: () => void },
  "feeling"
>;

interface FeelingsGraphProps {
  readonly people: readonly string[];
  readonly feelings: readonly Feeling[];
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
}

const nodeTypes = { person: Person };
const edgeTypes = { feeling: FeelingArrow };

/** Everybody round a table; an arrow for each feeling, warm or cold, with affinity and trust on it. */
export function FeelingsGraph({ people, feelings, chosen, onChoose }: FeelingsGraphProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const { colorScheme } = useMantineColorScheme();
  const nodes = useMemo((): PersonNode[] => {
    const places = placesAround(people, { x: people.length < 3 ? 120 : 150, y: 120 });
    return people.map((id) => ({
      id,
      type: "person",
      position: places.get(id) ?? { x: 0, y: 0 },
      data: { name: nameOf(id), above: (places.get(id)?.y ?? 0) < 0 },
      draggable: true,
    }));
  }, [people, nameOf]);
  const edges = useMemo(
    (): FeelingEdge[] =>
      feelings.map((feeling) => {
        const key = pairKey(feeling);
        const warmth = warmthOf(feeling.affinity);
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
          markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: `var(--feeling-${warmth})` },
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
        fitView
        fitViewOptions={{ padding: 0.12 }}
        minZoom={0.3}
        maxZoom={1.5}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
        deleteKeyCode={null}
        proOptions={{ hideAttribution: true }}
      />
    </div>
  );
}

function Person({ id, data }: NodeProps<PersonNode>) {
  return (
    <div className={styles.node} data-above={data.above || undefined}>
      <Handle type="target" position={Position.Top} isConnectable={false} className={styles.handle ?? ""} />
      <Avatar id={id} size="lg" />
      <span>{data.name}</span>
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={styles.handle ?? ""} />
    </div>
  );
}

/** Half of a large face, and a little air around it. */
const face = 28;
const faceRadius = face + 6;

/** A bow from face to face, bent to its own side, so that the two feelings of a pair do not lie upon each other. */
function FeelingArrow({ source, target, markerEnd, data }: EdgeProps<FeelingEdge>) {
  const [from, to] = [useFace(source), useFace(target)];
  if (from === undefined || to === undefined || data === undefined) return null;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const bend = Math.min(38, far * 0.22);
  const middle = { x: (from.x + to.x) / 2 - uy * bend, y: (from.y + to.y) / 2 + ux * bend };
  const rim = (face: { x: number; y: number }, towards: { x: number; y: number }, gap: number) => {
    const way = Math.hypot(towards.x - face.x, towards.y - face.y) || 1;
    return { x: face.x + ((towards.x - face.x) / way) * gap, y: face.y + ((towards.y - face.y) / way) * gap };
  };
  const [start, end] = [rim(from, middle, faceRadius), rim(to, middle, faceRadius + 4)];
  const label = { x: (start.x + 2 * middle.x + end.x) / 4, y: (start.y + 2 * middle.y + end.y) / 4 };
  return (
    <>
      <BaseEdge
        path={`M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`}
        {...(markerEnd === undefined ? {} : { markerEnd })}
      />
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

/** The middle of somebody's face. */
function useFace(id: string): { x: number; y: number } | undefined {
  const node = useInternalNode(id);
  if (node === undefined) return undefined;
  const { x, y } = node.internals.positionAbsolute;
  const { width = 0, height = 2 * face } = node.measured;
  return { x: x + width / 2, y: node.data["above"] === true ? y + height - face : y + face };
}
