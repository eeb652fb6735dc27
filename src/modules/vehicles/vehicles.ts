/** 车辆档案: the vehicles of the company, their models, preparation and stock. */
import { defineModule } from '#kit/entity/module.ts'
import { pagesOf } from '#kit/entity/pages.ts'
import { odometerReadingActions, vehicleBlockActions } from './ground.ts'
import { plateChange, storeTransfer, vehiclePreparationActions } from './records.ts'
import { vehicleActions } from './vehicle.ts'
import { vehicleModelActions } from './vehicle-model.ts'

export const vehicles = defineModule({
  name: 'vehicles',
  label: '车辆',
  menus: [{ code: 'vehicleMenu', title: '车辆管理', icon: 'car', order: 20 }],
  entities: [
    vehicleModelActions,
    vehicleActions,
    vehiclePreparationActions,
    storeTransfer,
    plateChange,
    odometerReadingActions,
    vehicleBlockActions,
  ],
  screens: [
    ...pagesOf('vehicle', '车辆', {
      list: {
        code: 'vehicleList',
        title: '车辆列表',
        path: '/vehicle/vehicleList',
        menu: 'vehicleMenu',
        icon: 'car',
        order: 1,
        keep: true,
        help: '全部车辆的台账。上方标签按状态筛选；勾选后可批量调拨、停用、导出；点车牌号查看档案、证照、租赁与变更历史。',
      },
      detail: 'vehicleDetail',
      add: 'vehicleAdd',
      edit: 'vehicleMod',
    }),
    {
      code: 'preVehicleList',
      title: '预备车辆',
      path: '/vehicle/preVehicleList',
      kind: 'list',
      entity: 'vehicle',
      menu: 'vehicleMenu',
      icon: 'tool',
      order: 2,
      view: {
        filter: { status: 'preparing' },
        columns: ['plateNo', 'model', 'store', 'purchasedOn', 'registeredOn', 'inspectionDueOn', 'compulsoryInsuranceDueOn', 'remark'],
        promoted: ['release'],
      },
      help: '从购入到可租的车辆。整备事项（上牌、保险、设备安装等）全部完成且证照有效后，才能转为待租。',
    },
    ...pagesOf('vehiclePreparation', '整备事项', {
      of: 'preVehicleList',
      at: '/vehicle',
      detail: { code: 'vehiclePreparationDetail', title: '整备事项', path: '/vehicle/preparationDetail' },
    }),
    {
      code: 'stockList',
      title: '车辆库存',
      path: '/vehicle/stockList',
      kind: 'list',
      entity: 'vehicle',
      menu: 'vehicleMenu',
      icon: 'inbox',
      order: 3,
      view: {
        filter: { status: ['preparing', 'available', 'reserved', 'repairing'] },
        columns: ['plateNo', 'status', 'idleSince', 'model', 'store', 'energy', 'odometer', 'inspectionDueOn'],
        sort: 'idleSince',
        promoted: ['transfer'],
      },
      help: '按门店、车型、状态看在库车辆与闲置天数，可调拨到其他门店。',
    },
    ...pagesOf('storeTransfer', '调拨单', {
      of: 'stockList',
      at: '/vehicle',
      detail: { code: 'storeTransferDetail', title: '调拨单', path: '/vehicle/transferDetail' },
    }),
    ...pagesOf('vehicleModel', '车型', {
      list: {
        code: 'vehicleTypeBaseList',
        title: '车型库',
        path: '/vehicle/vehicleTypeBaseList',
        menu: 'vehicleMenu',
        icon: 'appstore',
        order: 4,
        help: '品牌、车系、车型与参数。车型被车辆使用后不能删除，只能停用。',
      },
      detail: 'vehicleTypeBaseDetail',
      add: 'vehicleTypeBaseAdd',
      edit: 'vehicleTypeBaseModify',
    }),
    ...pagesOf('odometerReading', '里程读数', {
      list: {
        code: 'odometerReadingList',
        title: '里程读数',
        path: '/vehicle/odometerReadingList',
        menu: 'vehicleMenu',
        icon: 'dashboard',
        order: 5,
        help: '每一次读表：交车、收车、维保、加油、年检与人工登记。与前后读数矛盾的列为「存疑」，不影响车辆里程，由人决定采用或作废。',
      },
      detail: 'odometerReadingDetail',
      add: { code: 'odometerReadingAdd', title: '登记里程' },
    }),
    ...pagesOf('vehicleBlock', '停用事由', {
      list: {
        code: 'vehicleBlockList',
        title: '停用事由',
        path: '/vehicle/vehicleBlockList',
        menu: 'vehicleMenu',
        icon: 'warning',
        order: 6,
        help: '有生效事由的车辆不能预占和交车。维修、年检、保险等由单据自动产生和解除；也可以人工停用。',
      },
      detail: 'vehicleBlockDetail',
      add: { code: 'vehicleBlockAdd', title: '停用车辆' },
      edit: 'vehicleBlockMod',
    }),
  ],
  dictionaries: {
    vehicleCategory: {
      label: '车辆类别',
      items: {
        van: '厢式货车',
        stake: '高栏货车',
        flat: '平板货车',
        reefer: '冷藏车',
        minivan: '面包车',
        tractor: '牵引车',
        trailer: '挂车',
        sedan: '轿车',
        suv: 'SUV',
        pickup: '皮卡',
        special: '专项作业车',
      },
    },
    emissionStandard: { label: '排放标准', items: { cn5: '国五', cn6: '国六', nev: '新能源' } },
    preparationStep: {
      label: '整备事项',
      items: {
        purchase: '购车验收',
        registration: '上牌登记',
        insurance: '投保',
        inspection: '年检',
        roadPermit: '道路运输证',
        device: '车载终端安装',
        wash: '清洁整备',
      },
    },
  },
  parameters: [
    {
      code: 'paperWarnDays',
      label: '证照到期提醒天数',
      group: '车辆',
      kind: 'int',
      default: 30,
      min: 1,
      max: 180,
      hint: '年检、保险、运输证到期前多少天开始提醒',
    },
  ],
})
