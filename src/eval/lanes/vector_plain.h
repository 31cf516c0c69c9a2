// Plain lanes: one word of 32 bits. Included inside a kernel's namespace.

using Wide = WordOf<std::uint32_t>;

/// Boards up to which one after the other is quicker than side by side: always.
inline constexpr int kFew = 1 << 20;
