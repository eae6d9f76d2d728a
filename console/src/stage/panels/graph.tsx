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
type PersonNode = Node<{ readonly name: string; readonly above: boolean; readonly radius: number }, "person">;
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

/** So many have large faces. */
const few = 6;

const nodeTypes = { person: Person };
const edgeTypes = { feeling: FeelingArrow };

/** Everybody round a table; an arrow for each feeling, warm or cold, with affinity and trust on it. */
export function FeelingsGraph({ people, feelings, chosen, onChoose }: FeelingsGraphProps) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const { colorScheme } = useMantineColorScheme();
  const nodes = useMemo((): PersonNode[] => {
    const isCrowded = people.length > few;
    const across = isCrowded ? Math.max(150, people.length * 13) : people.length < 3 ? 120 : 150;
    const places = placesAround(people, { x: across, y: isCrowded ? across - 10 : 120 });
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
    <div className={styles.node} data-above={data.above || undefined} data-small={data.radius < 28 || undefined}>
      <Handle type="target" position={Position.Top} isConnectable={false} className={styles.handle ?? ""} />
      <Avatar id={id} size={data.radius < 28 ? "md" : "lg"} />
      <span dir="auto" title={data.name}>
        {data.name}
      </span>
      <Handle type="source" position={Position.Bottom} isConnectable={false} className={styles.handle ?? ""} />
    </div>
  );
}

/** A little air around a face. */
const air = 6;

/** A bow from face to face, bent to its own side, so that the two feelings of a pair do not lie upon each other. */
function FeelingArrow({ source, target, markerEnd, data }: EdgeProps<FeelingEdge>) {
  const [from, to] = [useFace(source), useFace(target)];
  if (from === undefined || to === undefined || data === undefined) return null;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / far, dy / far];
  const bend = Math.min(38, far * 0.22);
  const middle = { x: (from.x + to.x) / 2 - uy * bend, y: (from.y + to.y) / 2 + ux * bend };
  const rim = (face: Face, gap: number) => {
    const way = Math.hypot(middle.x - face.x, middle.y - face.y) || 1;
    const far = face.radius + gap;
    return { x: face.x + ((middle.x - face.x) / way) * far, y: face.y + ((middle.y - face.y) / way) * far };
  };
  const [start, end] = [rim(from, air), rim(to, air + 4)];
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

interface Face {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** Where somebody's face has its middle. */
function useFace(id: string): Face | undefined {
  const node = useInternalNode(id);
  if (node === undefined) return undefined;
  const { x, y } = node.internals.positionAbsolute;
  const { above, radius } = node.data as PersonNode["data"];
  const { width = 0, height = 2 * radius } = node.measured;
  return { x: x + width / 2, y: above ? y + height - radius : y + radius, radius };
}
