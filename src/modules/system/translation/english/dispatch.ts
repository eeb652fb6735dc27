/** Words of planning routes. */
export const DISPATCH: Readonly<Record<string, string>> = {
  智能调度: 'Dispatch planning', 线路规划: 'Route planner', 调度方案: 'Dispatch plan', 方案版本: 'Plan version', 方案编号: 'Plan no.', 配送日期: 'Delivery day', 目标: 'Goal',
  成本最低: 'Lowest cost', 车辆最少: 'Fewest vehicles', 均衡: 'Balanced', 计算时长: 'Time to compute', 可用车辆: 'Vehicles available', 配送单: 'Consignments', 线路: 'Routes', 未排: 'Left out', 当前版本: 'Current version',
  失败原因: 'Why it failed', 计算输入: 'Input', 输入说明: 'Input described', 采用结果: 'Outcome of adopting', 随机种子: 'Seed', 方案: 'Plan', 结果: 'Result', 来自版本: 'From version', 超限保留原因: 'Reason for keeping',
  路线: 'Routes', 计算结果: 'Result computed', 计算中: 'Computing', 待确认: 'To be confirmed', 已采用: 'Adopted', 部分采用: 'Partly adopted', 已废弃: 'Discarded', 计算完成: 'Computed', 计算失败: 'Computing failed',
  重新计算: 'Compute again', 采用: 'Adopt', 废弃: 'Discard', 调整: 'Change', 超限保留: 'Keep beyond limits', 开始计算: 'Compute', 已有方案: 'Existing plans', 继续优化: 'Improve further', 撤回: 'Take back', 重做: 'Redo', 上移: 'Up', 下移: 'Down',
  移到: 'Move to', 移出线路: 'Take out of the route', 未用车辆: 'Vehicles not used', 全部已排: 'Everything is planned', 未定司机: 'No driver yet', 装载率: 'Load', 出车: 'Departs', 收车: 'Back', 休息: 'Rest', 再装货: 'Loads again',
  停靠点: 'Stops', 返回出发地: 'Returns to the start', 每公里成本: 'Cost per km', 每小时成本: 'Cost per hour', 规划: 'Plan', 最优顺序: 'Best order', 停车休息: 'Rest', 连续驾驶上限: 'Driving without a rest, at most',
  每日驾驶上限: 'Driving a day, at most', 放弃一单的代价: 'Price of leaving one out', 工时不均的代价: 'Price of uneven hours', 废弃方案: 'Discard plan',
  '从当前版本继续优化，不会比现在差。确认重新计算？': 'Improves the current version and never ends worse. Compute again?', 已开始计算: 'Computing has begun', '废弃后不能再采用，配送单可以重新排进别的方案。确认废弃？': 'It can no longer be adopted; its notes can be planned again. Discard?',
  该版本已存在: 'This version exists', 还没有打开方案: 'No plan is open', '选择配送日期后点「开始计算」，或打开一个已有方案': 'Choose a day and compute, or open an existing plan',
  '按配送日期取待调度的配送单与可用车辆，算出成本最低的线路。拖动停靠点会立即显示新的时间、费用与违反的规则；「采用」按线路生成任务，期间有变化的线路会说明原因并留下。':
    'Takes the consignments and vehicles of a day and finds the cheapest routes. A dragged stop shows its new times, cost and broken rules at once; adopting makes a mission of each route and says why one could not.',
  '输入任意顺序的停靠点，得到里程最短的顺序、里程、用时与费用。距离为估算。': 'Stops in any order become the best order, with distance, time and cost. Distances are estimates.',
  '乘以优先级；足够大时，只要排得下就不会因为费用放弃订单': 'Times the priority; large enough that cost alone leaves nothing out', '达到后须停车休息；法定不超过 4 小时': 'Then a rest is due; by law 4 hours at most',
  '法定不少于 20 分钟': 'By law at least 20 minutes', '24 小时内累计驾驶': 'Driving within 24 hours', '目标为「均衡」时，司机工时每偏离平均一小时计入成本': 'Added for each hour a driver lies off the mean, when the goal is balance',
}
