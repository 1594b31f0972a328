/* Groups of lanes of one warp: tiles, and the lanes that run together. A part of
   cooperative_groups.h, in its namespace. */

/* The group of lanes `lanes`: number `part` of the `parts` parts of its parent. */
struct emu_lanes : thread_group {
    unsigned __part, __parts;

    emu_lanes(unsigned __mask, unsigned __number, unsigned __of)
        : thread_group(emu_kind::__lanes, __mask), __part(__number), __parts(__of)
    {
    }
    void sync() const
    {
        __syncwarp(__lanes);
    }
    unsigned thread_rank() const
    {
        return __popc(__lanes & ((1u << emu_lane()) - 1));
    }
    unsigned num_threads() const
    {
        return __popc(__lanes);
    }
    unsigned size() const
    {
        return num_threads();
    }
    unsigned meta_group_rank() const
    {
        return __part;
    }
    unsigned meta_group_size() const
    {
        return __parts;
    }
    unsigned ballot(int __predicate) const
    {
        return emu_packed(__ballot_sync(__lanes, __predicate));
    }
    int any(int __predicate) const
    {
        return __any_sync(__lanes, __predicate);
    }
    int all(int __predicate) const
    {
        return __all_sync(__lanes, __predicate);
    }
    template <class __T> unsigned match_any(__T value) const
    {
        return emu_packed(__match_any_sync(__lanes, value));
    }
    template <class __T> unsigned match_all(__T value, int &all) const
    {
        return emu_packed(__match_all_sync(__lanes, value, &all));
    }
    template <class __T> __T shfl(__T value, unsigned __rank) const
    {
        return emu_from(value, __rank % num_threads());
    }
    template <class __T> __T shfl_up(__T value, unsigned __by) const
    {
        unsigned __rank = thread_rank();
        return emu_from(value, __rank < __by ? __rank : __rank - __by);
    }
    template <class __T> __T shfl_down(__T value, unsigned __by) const
    {
        unsigned __rank = thread_rank(), __from = __rank + __by;
        return emu_from(value, __from < num_threads() ? __from : __rank);
    }
    /* The value from the lane with this number in the group, of any trivially copyable
       type, 8 bytes at a time. */
    template <class __T> __T emu_from(const __T &value, unsigned __rank) const
    {
        static_assert(std::is_trivially_copyable_v<__T>,
                      "a value that lanes exchange must be one that memcpy() can copy");
        uint64_t __words[(sizeof(__T) + 7) / 8] = {};
        alignas(__T) char bytes[sizeof(__T)];
        __builtin_memcpy(__words, &value, sizeof value);
        for (uint64_t &__word : __words)
            __word =
                emu_shuffle(EMU_SHFL_IDX, __lanes, __word, emu_lane_of(__rank), 32);
        __builtin_memcpy(bytes, __words, sizeof bytes);
        return *reinterpret_cast<__T *>(bytes);
    }
    int emu_lane_of(unsigned __rank) const
    {
        return (int)__fns(__lanes, 0, (int)__rank + 1);
    }
    /* The bits of a mask for this group's lanes, packed. */
    unsigned emu_packed(unsigned __mask) const
    {
        unsigned __packed = 0;
        for (unsigned __rank = 0; __rank < num_threads(); __rank++)
            __packed |= (__mask >> emu_lane_of(__rank) & 1) << __rank;
        return __packed;
    }
};

/* ---- N neighbouring lanes: 1, 2, 4, 8, 16 or 32. */
template <unsigned __N_, class __Parent = void> struct thread_block_tile : emu_lanes {
    static_assert(__N_ > 0 && __N_ <= 32 && (__N_ & (__N_ - 1)) == 0,
                  "a tile of more than 32 threads, or not a power of two, is not "
                  "supported by the emulator");
    thread_block_tile(unsigned __number, unsigned __of)
        : emu_lanes((unsigned)(((1ull << __N_) - 1) << emu_lane() / __N_ * __N_),
                    __number, __of)
    {
    }
    thread_block_tile(const thread_block_tile &) = default;
    /* The same tile without its parent's type. */
    template <class __Other>
    thread_block_tile(const thread_block_tile<__N_, __Other> &__other)
        : emu_lanes(__other)
    {
    }
    static constexpr unsigned num_threads()
    {
        return __N_;
    }
    static constexpr unsigned size()
    {
        return __N_;
    }
    template <class __T> __T shfl_xor(__T value, unsigned __by) const
    {
        unsigned __from = thread_rank() ^ __by;
        return emu_from(value, __from < __N_ ? __from : thread_rank());
    }
};
template <unsigned __N_, class __Parent>
EMU_INLINE thread_block_tile<__N_, __Parent> tiled_partition(const __Parent &__parent)
{
    return thread_block_tile<__N_, __Parent>(
        __parent.thread_rank() / __N_, (__parent.num_threads() + __N_ - 1) / __N_);
}

/* ---- The lanes that are at this place together: see __activemask(). */
struct coalesced_group : emu_lanes {
    coalesced_group(unsigned __mask, unsigned __number = 0, unsigned __of = 1)
        : emu_lanes(__mask, __number, __of)
    {
    }
};
EMU_INLINE coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

/* Of these lanes, those in the same part as the caller, if the group is divided into
   parts of `size`. */
EMU_INLINE unsigned emu_part(unsigned __lanes, unsigned __rank, unsigned size)
{
    unsigned __part = 0;
    for (unsigned __lane = 0, __k = 0; __lane < 32; __lane++)
        if (__lanes & 1u << __lane)
            __part |= (unsigned)(__k++ / size == __rank / size) << __lane;
    return __part;
}
EMU_INLINE coalesced_group tiled_partition(const coalesced_group &__parent,
                                           unsigned size)
{
    return coalesced_group(emu_part(__parent.__lanes, __parent.thread_rank(), size),
                           __parent.thread_rank() / size,
                           (__parent.num_threads() + size - 1) / size);
}
EMU_INLINE thread_group tiled_partition(const thread_group &__parent, unsigned size)
{
    unsigned __lane = thread_group::emu_lane();
    if (__parent.__kind == emu_kind::__lanes)
        return thread_group(emu_kind::__lanes,
                            emu_part(__parent.__lanes, __parent.thread_rank(), size));
    return thread_group(emu_kind::__lanes,
                        (unsigned)(((1ull << size) - 1) << __lane / size * size));
}

/* The lanes of a group with the same label, or with the same of two values. */
template <class __Group, class __Label>
EMU_INLINE coalesced_group labeled_partition(const __Group &__parent, __Label __label_)
{
    unsigned __mine = __match_any_sync(__parent.__lanes, __label_), __number = 0,
             __of = 0;
    for (unsigned __rest = __parent.__lanes;
         __rest;) { /* labels, by their first lanes */
        int __first = __ffs((int)__rest) - 1;
        unsigned __same = (unsigned)emu_shuffle(EMU_SHFL_IDX, __parent.__lanes,
                                                (uint64_t)__mine, __first, 32);
        __number = __same == __mine ? __of : __number;
        __of++;
        __rest &= ~__same;
    }
    return coalesced_group(__mine, __number, __of);
}
template <class __Group>
EMU_INLINE coalesced_group binary_partition(const __Group &__parent, bool __predicate)
{
    unsigned __yes = __ballot_sync(__parent.__lanes, __predicate),
             __no = __parent.__lanes & ~__yes;
    return coalesced_group(__predicate ? __yes : __no, __predicate,
                           __yes && __no ? 2 : 1);
}
