/** 车队日统计: the days of 数据统计 added up. */
import { defineReport } from '#kit/report/report.ts'

export const fleetDays = defineReport({
  name: 'fleetDays',
  label: '车队统计',
  right: 'dataStatistics',
  over: 'vehicleDay',
  day: 'day',
  period: 'days30',
  step: 'day',
  chart: 'line',
  charted: ['distance'],
  dimensions: { vehicle: 'vehicle', store: 'store' },
  measures: {
    distance: { label: '里程', sum: 'distance', unit: 'distance' },
    trips: { label: '行程数', sum: 'trips' },
    drivingSeconds: { label: '行驶时长', sum: 'drivingSeconds', unit: 'duration' },
    idleSeconds: { label: '怠速时长', sum: 'idleSeconds', unit: 'duration' },
    nightSeconds: { label: '夜间行驶', sum: 'nightSeconds', unit: 'duration' },
    alarms: { label: '报警数', sum: 'alarms' },
    severeAlarms: { label: '严重报警', sum: 'severeAlarms' },
    days: { label: '车日', hint: '有统计的车辆 × 天数', count: true },
    scores: { label: '评分合计', sum: 'score' },
    score: { label: '安全评分', hint: '各车每日评分的平均', ratio: ['scores', 'days'], unit: 'number', decimals: 1 },
  },
})
