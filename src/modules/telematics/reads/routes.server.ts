/** What the map screens read. */
import { z } from 'zod'
import { absent } from '#kit/basics/errors.ts'
import { route, type Route } from '#kit/http/route.server.ts'
import { outlineOf, placeAt } from '#shell/gazetteer/gazetteer.server.ts'
import { id, liveRoutes } from './live.server.ts'
import { reeferReport } from './reefer-report.server.ts'
import { curve } from './temperature.server.ts'
import { periodOf, trackRoutes } from './track.server.ts'
import { whereRoutes } from './fence-where.server.ts'
import { verifyReadings } from './verify.server.ts'
import { curveAnswer, outlineAnswer, sealAnswer } from '../telematics.wire.ts'
import { fileAnswer } from '#kit/http/answers.server.ts'

const period = { vehicle: id, from: z.string('请选择时间').max(30), to: z.string('请选择时间').max(30) }
const coordinate = (most: number) => z.coerce.number('坐标应为数字').min(-most, '坐标超出范围').max(most, '坐标超出范围')

export const readRoutes: readonly Route[] = [
  ...liveRoutes,
  ...trackRoutes,
  ...whereRoutes,
  route({
    method: 'GET',
    path: '/api/v1/temperature/curve',
    summary: '冷链曲线：温度、湿度、门磁与冷机',
    right: 'coldChainTemperatureControl',
    input: z.strictObject(period),
    output: curveAnswer,
    handler: (ctx, { vehicle, from, to }) => curve(ctx, vehicle, periodOf(from, to)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/temperature/verify',
    summary: '核对冷链读数的校验值',
    right: 'coldChainTemperatureControl',
    input: z.strictObject(period),
    output: sealAnswer,
    handler: (ctx, { vehicle, from, to }) => verifyReadings(ctx, vehicle, periodOf(from, to)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/temperature/report',
    summary: '冷链运输记录（PDF）',
    right: 'coldChainTemperatureControl_export',
    input: z.strictObject(period),
    output: fileAnswer,
    handler: (ctx, { vehicle, from, to }) => reeferReport(ctx, vehicle, periodOf(from, to)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/place/at',
    summary: '坐标所在的行政区',
    right: 'signedIn',
    input: z.strictObject({ lng: coordinate(180), lat: coordinate(90) }),
    output: z.object({ place: z.string().nullable() }),
    handler: async (_ctx, { lng, lat }) => ({ place: placeAt(lng, lat) }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/place/outline',
    summary: '行政区的边界',
    right: 'signedIn',
    input: z.strictObject({ code: z.string('请填写行政区划代码').regex(/^\d{6}$/, '行政区划代码应为六位数字') }),
    output: outlineAnswer,
    handler: async (_ctx, { code }) => {
      const rings = outlineOf(code)
      if (!rings) throw absent('随产品提供的地图没有该行政区的边界，请选择省、市或直辖市的区')
      return { rings }
    },
  }),
]
