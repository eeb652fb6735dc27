/** Place search (spec §2): `GET /api/v1/place/search?keyword=`. Built in; an adaptor of a map service may stand in front later. */
import { z } from 'zod'
import { route, type Route } from '#kit/http/route.server.ts'
import { searchPlaces } from './gazetteer/gazetteer.server.ts'
import { FOUND_PLACES } from '#kit/ui/client/console.wire.ts'

export const placeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/api/v1/place/search',
    summary: '搜索地点',
    right: 'signedIn',
    input: z.strictObject({ keyword: z.string('请输入地址').trim().max(100, '地址最多 100 字').default('') }),
    output: FOUND_PLACES,
    handler: async (_ctx, { keyword }) => searchPlaces(keyword, 20),
  }),
]
