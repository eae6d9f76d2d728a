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
import { useMediaQuery } from "@mantine/hooks";
import { useMemo } from "react";
import { usePageWords } from "../../language/use-words.tsx";
import { useCast } from "../cast-context.tsx";
import { type Gossip } from "../contract-known.ts";
import { groupColumns, placeColumns, listEdges } from "../gossip.ts";
import { words as pageWords } from "../words.ts";
import { staticGraph, Person, type PersonNode, useArrowPath } from "./faces.tsx";
import feelingStyles from "./feelings.module.css";
import styles from "./gossip.module.css";

type WayEdge = Edge<{ readonly label: string }, "way">;

const nodeTypes = { person: Person };
const edgeTypes = { way: WayArrow };
const gaps = {
  across: { along: 185, beside: 104, isDown: false },
  down: { along: 160, beside: 130, isDown: true },
};
/** Up to this many characters get large faces. */
const maxLargeFaces = 6;

/**
 * The spread of a fact, left to right, or top to bottom on small screens, with the day on each
 * arrow.
 */
export default function GossipGraph({ gossip }: { gossip: Gossip }) {
  const words = usePageWords(pageWords);
  const { nameOf } = useCast();
  const { colorScheme } = useMantineColorScheme();
  const isNarrow = useMediaQuery("(max-width: 40em)", undefined, {
    getInitialValueInEffect: false,
  });
  const ways = useMemo(() => listEdges(gossip), [gossip]);
  const nodes = useMemo((): PersonNode[] => {
    const columns = groupColumns(gossip);
    const radius = columns.flat().length > maxLargeFaces ? 18 : 28;
    return placeColumns(columns, gaps[isNarrow ? "down" : "across"]).map(({ id, x, y }) => ({
      id,
      type: "person",
      position: { x, y },
      data: { name: nameOf(id), above: false, radius },
      draggable: true,
    }));
  }, [gossip, nameOf, isNarrow]);
  const edges = useMemo(
    (): WayEdge[] =>
      ways.map(({ from, to, day }) => ({
        id: `${from}\u0000${to}`,
        type: "way",
        source: from,
        target: to,
        className: styles.way ?? "",
        markerEnd: {
          type: MarkerType.ArrowClosed,
          width: 16,
          height: 16,
          color: "var(--mantine-color-anchor)",
        },
        data: { label: words.gossip.day(day) },
      })),
    [ways, words],
  );
  const told = ways.map(({ from, to, day }) => words.gossip.told(nameOf(from), nameOf(to), day));
  return (
    <div
      className={`${feelingStyles.graph ?? ""} ${styles.graph ?? ""}`}
      role="img"
      aria-label={words.gossip.picture(told)}
    >
      {/* The label describes the whole graph, so its parts are hidden from screen readers. */}
      <div className={styles.drawn} aria-hidden="true">
        <ReactFlow
          key={nodes.map(({ id }) => id).join(" ")}
          defaultNodes={nodes}
          nodes={nodes}
          edges={edges}
          nodeTypes={nodeTypes}
          edgeTypes={edgeTypes}
          colorMode={colorScheme === "auto" ? "system" : colorScheme}
          {...staticGraph}
          maxZoom={1.2}
        />
      </div>
    </div>
  );
}

function WayArrow({ source, target, markerEnd, data }: EdgeProps<WayEdge>) {
  const bow = useArrowPath(source, target);
  if (bow === undefined || data === undefined) return null;
  const { path, label } = bow;
  return (
    <>
      <BaseEdge path={path} {...(markerEnd === undefined ? {} : { markerEnd })} />
      <EdgeLabelRenderer>
        <span
          className={styles.day}
          style={{ transform: `translate(-50%, -50%) translate(${label.x}px, ${label.y}px)` }}
        >
          {data.label}
        </span>
      </EdgeLabelRenderer>
    </>
  );
}
