import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

/** The story that was just deleted, kept so that the deletion can be undone. */
export interface DeletedStory {
  readonly id: string;
  readonly title: string;
}

const key = ["stage-deleted"] as const;

export function useDeletedStory() {
  const client = useQueryClient();
  const { data } = useQuery<DeletedStory | null>({
    queryKey: key,
    queryFn: skipToken,
    staleTime: Infinity,
  });
  const note = useCallback(
    (story: DeletedStory | null) => client.setQueryData<DeletedStory | null>(key, story),
    [client],
  );
  return { deleted: data ?? undefined, note };
}
