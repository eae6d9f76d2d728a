import { useQuery } from "@tanstack/react-query";
import type { FriendsApi } from "../../../src/domain/views/friends.ts";
import { call } from "../api/call.ts";
import { ApiFailure } from "../api/request.ts";

/** Who invites by a code, as far as anyone with the code may know. */
type Invitation = Awaited<ReturnType<FriendsApi["invitation"]>>;

/** `null`: the code is not valid. Asking changes nothing. */
export function useInvitation(code: string) {
  return useQuery({
    queryKey: ["invitation", code],
    queryFn: async ({ signal }): Promise<Invitation | null> => {
      try {
        return await call("POST /api/friends/invitation", { body: { link_code: code }, signal });
      } catch (error) {
        if (error instanceof ApiFailure && (error.status === 404 || error.status === 400))
          return null;
        throw error;
      }
    },
  });
}
